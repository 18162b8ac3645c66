package io.querent.examples.payment.faultrun.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.faultrun.load.Load;
import io.querent.examples.payment.faultrun.load.Orders;
import io.querent.examples.payment.faultrun.site.NodeChild;
import io.querent.examples.payment.faultrun.site.Site;
import io.querent.examples.payment.ledger.Accounts;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.saga.SagaKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A verdict that cannot be bad is none: the books of a clean run are falsified, and each falsification is found. */
@Tag("exhaustive")
class VerdictTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PAYMENTS = 12;

    @TempDir
    private Path directory;

    @Test
    @Timeout(300)
    void falsifiedBooksAreFoundOut() throws Exception {
        Orders orders = new Orders(5);
        try (Site site = Site.open(directory, 1, List.of());
                Load load = new Load(orders, PAYMENTS, site.nodes(), node -> {})) {
            JdbcClient ledger = JdbcClient.create(site.database());
            new Accounts(ledger).open(orders.ofEveryAccount());
            NodeChild node = site.addNode(0, UnaryOperator.identity(), load);
            site.awaitReady(node);
            load.start();
            Awaitility.await().atMost(PATIENCE).until(() -> load.issued() >= PAYMENTS);
            load.stopIssuing();
            assertThat(load.awaitAnswers(PATIENCE)).isTrue();
            assertThat(new Settlement(site.database(), site.bank().books()).await(PATIENCE, Duration.ZERO))
                    .isTrue();
            assertThat(Verdict.of(site, load).problems()).isEmpty();

            JdbcClient bank = JdbcClient.create(site.books());
            String twice = transferKey(orders, 0);
            bank.sql("INSERT INTO bank.booking (kind, operation_key, amount, currency, debtor_account, creditor_bank,"
                            + " creditor_account, reference, booked_at) SELECT kind, operation_key, amount, currency,"
                            + " debtor_account, creditor_bank, creditor_account, reference, booked_at"
                            + " FROM bank.booking WHERE operation_key = ?")
                    .param(twice)
                    .update();
            bank.sql("INSERT INTO bank.sent_body VALUES (?, sha256('another'))")
                    .param(transferKey(orders, 1))
                    .update();
            bank.sql("INSERT INTO bank.call_count VALUES ('made-up', 1, 0)").update();
            ledger.sql("DELETE FROM querent.saga WHERE business_key = ?")
                    .param(orders.order(2).orderId())
                    .update();

            Verdict verdict = Verdict.of(site, load);
            assertThat(verdict.isClean()).isFalse();
            assertThat(verdict.doubleEffects()).isEqualTo(1);
            assertThat(verdict.lost()).isEqualTo(1);
            assertThat(verdict.problems())
                    .anyMatch(problem -> problem.startsWith("DOUBLE") && problem.contains(twice))
                    .anyMatch(problem -> problem.startsWith("LOST")
                            && problem.contains(orders.order(2).orderId()))
                    .anyMatch(problem -> problem.startsWith("ORPHAN")
                            && problem.contains(orders.order(2).orderId()))
                    .anyMatch(problem -> problem.startsWith("CHANGED") && problem.contains(transferKey(orders, 1)))
                    .anyMatch(problem -> problem.startsWith("STRAY") && problem.contains("made-up"));
        }
    }

    private static String transferKey(Orders orders, int number) {
        return SagaKey.of(PaymentSaga.NAME, orders.order(number).orderId())
                .operation(PaymentSaga.TRANSFER.name())
                .encodedTo(PaymentSaga.BANK.keyLength());
    }
}
