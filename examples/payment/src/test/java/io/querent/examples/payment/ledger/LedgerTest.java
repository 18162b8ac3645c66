package io.querent.examples.payment.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.FrozenRequest;
import io.querent.examples.payment.notice.Notice;
import io.querent.examples.payment.notice.NoticeBoard;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.runtime.call.CallContext;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.math.BigDecimal;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static TestLedger tables;

    private final Ledger ledger = new Ledger(tables.database());
    private final LedgerBooks books = new LedgerBooks(tables.database());

    @BeforeAll
    static void start(@TempDir Path directory) {
        tables = TestLedger.in(directory);
    }

    @AfterAll
    static void stop() {
        tables.close();
    }

    @Test
    void moneyIsReservedBookedAndReleasedWithinTheAccount() {
        open("a1", "CZK");

        assertThat(run(ledger::reserve, "a1-1:reserve", posting("a1-1", "a1", "300.00")))
                .isEqualTo(Outcome.done());
        assertThat(run(ledger::reserve, "a1-2:reserve", posting("a1-2", "a1", "200.00")))
                .isEqualTo(Outcome.done());
        assertThat(run(ledger::book, "a1-1:book", posting("a1-1", "a1", "300.00")))
                .isEqualTo(Outcome.done());
        assertThat(run(ledger::release, "a1-2:release", posting("a1-2", "a1", "200.00")))
                .isEqualTo(Outcome.done());

        assertThat(balances("a1")).isEqualTo("19700.0000 0.0000 300.0000");
        assertThat(books.unbalanced()).isEmpty();
    }

    @Test
    void whatTheAccountDoesNotCoverIsRefusedWithoutATrace() {
        open("a2", "CZK");

        assertThat(run(ledger::reserve, "a2-1:reserve", posting("a2-1", "a2", "20000.01")))
                .isEqualTo(Outcome.rejected("insufficient-funds", "available=20000.0000, wanted=20000.01"));
        assertThat(run(ledger::reserve, "nobody:reserve", posting("n", "nobody", "1.00")))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        refused -> assertThat(refused.code()).isEqualTo("no-such-account"));
        assertThat(entriesOf("a2")).isEmpty();
        assertThat(balances("a2")).isEqualTo("20000.0000 0.0000 0.0000");
    }

    /** A saga that is started anew after a loss of its events comes here a second time. */
    @Test
    void anOperationThatIsRepeatedMovesMoneyOnce() {
        open("a3", "CZK");
        for (int time = 1; time <= 3; time++) {
            assertThat(run(ledger::reserve, "a3-1:reserve", posting("a3-1", "a3", "100.00")))
                    .isEqualTo(Outcome.done());
        }

        assertThat(balances("a3")).isEqualTo("19900.0000 100.0000 0.0000");
        assertThat(entriesOf("a3")).hasSize(1);
    }

    @Test
    void aKeyThatComesBackWithOtherMoneyIsNoRepetition() {
        open("a4", "CZK");
        run(ledger::reserve, "a4-1:reserve", posting("a4-1", "a4", "100.00"));

        assertThatThrownBy(() -> run(ledger::reserve, "a4-1:reserve", posting("a4-1", "a4", "100.01")))
                .hasMessageContaining("other money");
        assertThat(balances("a4")).isEqualTo("19900.0000 100.0000 0.0000");
    }

    @Test
    void anOrderThatComplianceHoldsIsNotBooked() {
        open("a5", "CZK");
        run(ledger::reserve, "a5-1:reserve", posting("a5-1", "a5", "100.00"));
        new Accounts(tables.database()).hold(List.of("a5-1"), "sanctions list");

        assertThat(run(ledger::book, "a5-1:book", posting("a5-1", "a5", "100.00")))
                .isEqualTo(Outcome.rejected("order-held", "sanctions list"));
        assertThat(balances("a5")).isEqualTo("19900.0000 100.0000 0.0000");
    }

    @Test
    void accountsAreOpenedOnceForEachCurrency() {
        Accounts accounts = new Accounts(tables.database());
        PaymentOrder czk = order("a6", "CZK");

        assertThat(accounts.open(List.of(czk, czk, order("a6", "JPY")))).isEqualTo(2);
        assertThat(accounts.open(List.of(czk))).isZero();
        assertThat(accounts.hold(List.of("h1", "h1"), "why")).isEqualTo(1);
        assertThat(accounts.hold(List.of(), "why")).isZero();
    }

    @Test
    void balancesThatDoNotFollowFromEntriesAreFound() {
        open("a7", "CZK");
        tables.database()
                .sql("UPDATE ledger.account SET available = available - 1, booked = booked + 1 WHERE account = 'a7'")
                .update();

        assertThat(books.unbalanced())
                .extracting(LedgerBooks.Unbalanced::account)
                .containsExactly("a7");
        tables.database().sql("DELETE FROM ledger.account WHERE account = 'a7'").update();
    }

    @Test
    void aNoticeIsSentOnceAndCanBeAskedFor() throws Exception {
        NoticeBoard board = new NoticeBoard(tables.database(), key -> key.equals("n2:notify"));
        Notice notice = new Notice("n1", "a1", "Paid.");

        assertThat(board.find(call("n1:notify"), notice)).isInstanceOf(QueryResult.NotFound.class);
        assertThat(board.post(call("n1:notify"), notice)).isEqualTo(Outcome.succeeded(notice));
        assertThat(board.post(call("n1:notify"), notice)).isEqualTo(Outcome.succeeded(notice));
        assertThat(board.post(call("n1:notify"), new Notice("n1", "a1", "Other.")))
                .isInstanceOf(Outcome.Unknown.class);
        assertThatThrownBy(() -> board.post(call("n2:notify"), notice)).isInstanceOf(SocketTimeoutException.class);
        assertThat(board.find(call("n2:notify"), notice)).isEqualTo(QueryResult.found(notice));
    }

    /** As the engine does: what is refused leaves nothing. */
    private static Outcome<Done> run(BiFunction<Call, Posting, Outcome<Done>> step, String key, Posting posting) {
        return tables.transactions().execute(transaction -> {
            Outcome<Done> outcome = step.apply(call(key), posting);
            if (!(outcome instanceof Outcome.Succeeded)) {
                transaction.setRollbackOnly();
            }
            return outcome;
        });
    }

    private static void open(String account, String currency) {
        new Accounts(tables.database()).open(List.of(order(account, currency)));
    }

    private static PaymentOrder order(String account, String currency) {
        return new PaymentOrder("1", account, "YZ", "8", BigDecimal.ONE, currency, "");
    }

    private static Posting posting(String order, String account, String amount) {
        return new Posting(order, account, new BigDecimal(amount), "CZK");
    }

    private static Call call(String key) {
        return new CallContext(new OperationKey(key), key, 1, 1, Instant.MAX, new FrozenRequest("{}", "v1:0"), null);
    }

    private static String balances(String account) {
        return tables.database()
                .sql("SELECT available || ' ' || reserved || ' ' || booked FROM ledger.account WHERE account = ?")
                .param(account)
                .query(String.class)
                .single();
    }

    private List<LedgerBooks.Entry> entriesOf(String account) {
        List<LedgerBooks.Entry> entries = new ArrayList<>();
        books.readEntries(entry -> {
            if (entry.account().equals(account)) {
                entries.add(entry);
            }
        });
        return entries;
    }
}
