package io.querent.examples.payment.ledger;

import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import java.math.BigDecimal;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Moves money within customers' accounts, as steps of a saga: each method runs in the transaction that also commits the step, so
 * there is nothing to ask about afterwards. An entry under the operation's key is written first. It is unique, which makes even a saga
 * that was started anew after a loss of its events move the money once. Thread-safe.
 */
public final class Ledger {
    private static final String RECORD = """
            INSERT INTO ledger.entry (operation_key, movement, order_id, account, currency, amount)
            VALUES (:key, :movement, :order, :account, :currency, :amount)
            ON CONFLICT (operation_key) DO NOTHING
            """;

    private static final String IS_RECORDED = """
            SELECT count(*) FROM ledger.entry
            WHERE operation_key = :key AND movement = :movement AND order_id = :order
              AND account = :account AND currency = :currency AND amount = :amount
            """;

    private static final String RESERVE_IF_COVERED = """
            UPDATE ledger.account SET available = available - :amount, reserved = reserved + :amount
            WHERE account = :account AND currency = :currency AND available >= :amount
            """;

    private static final String RELEASE_IF_RESERVED = """
            UPDATE ledger.account SET reserved = reserved - :amount, available = available + :amount
            WHERE account = :account AND currency = :currency AND reserved >= :amount
            """;

    private static final String BOOK_IF_NOT_HELD = """
            UPDATE ledger.account SET reserved = reserved - :amount, booked = booked + :amount
            WHERE account = :account AND currency = :currency AND reserved >= :amount
              AND NOT EXISTS (SELECT FROM ledger.hold WHERE order_id = :order)
            """;

    private static final String AVAILABLE =
            "SELECT available FROM ledger.account WHERE account = :account AND currency = :currency";

    private static final String HOLD = "SELECT reason FROM ledger.hold WHERE order_id = :order";

    private final JdbcClient database;

    /** @param database whose connections take part in the engine's local transactions */
    public Ledger(JdbcClient database) {
        this.database = database;
    }

    /** Sets the money aside, if the account covers it. */
    public Outcome<Done> reserve(Call call, Posting posting) {
        if (isRepeated(call, Movement.RESERVE, posting) || move(RESERVE_IF_COVERED, posting)) {
            return Outcome.done();
        }
        Optional<BigDecimal> available = database.sql(AVAILABLE)
                .param("account", posting.account())
                .param("currency", posting.currency())
                .query(BigDecimal.class)
                .optional();
        return available.isPresent()
                ? Outcome.rejected(
                        "insufficient-funds", "available=" + available.get() + ", wanted=" + posting.amount())
                : Outcome.rejected("no-such-account", "there is no account of that currency");
    }

    /** Gives the money that was set aside back to the customer. */
    public Outcome<Done> release(Call call, Posting posting) {
        if (isRepeated(call, Movement.RELEASE, posting) || move(RELEASE_IF_RESERVED, posting)) {
            return Outcome.done();
        }
        throw new IllegalStateException("account " + posting.account() + " has less reserved than was reserved");
    }

    /** Books the money as paid, unless compliance has put a hold on the order meanwhile. */
    public Outcome<Done> book(Call call, Posting posting) {
        if (isRepeated(call, Movement.BOOK, posting) || move(BOOK_IF_NOT_HELD, posting)) {
            return Outcome.done();
        }
        Optional<String> hold = database.sql(HOLD)
                .param("order", posting.orderId())
                .query(String.class)
                .optional();
        if (hold.isPresent()) {
            return Outcome.rejected("order-held", hold.get());
        }
        throw new IllegalStateException("account " + posting.account() + " has less reserved than was reserved");
    }

    /** Whether the operation was recorded before, for the same money; otherwise it is recorded now. */
    private boolean isRepeated(Call call, Movement movement, Posting posting) {
        if (entry(RECORD, call, movement, posting).update() == 1) {
            return false;
        }
        if (entry(IS_RECORDED, call, movement, posting).query(Long.class).single() == 1) {
            return true;
        }
        throw new IllegalStateException("operation " + call.operationKey() + " was recorded for other money");
    }

    private boolean move(String statement, Posting posting) {
        return database.sql(statement)
                        .param("account", posting.account())
                        .param("currency", posting.currency())
                        .param("amount", posting.amount())
                        .param("order", posting.orderId())
                        .update()
                == 1;
    }

    private JdbcClient.StatementSpec entry(String statement, Call call, Movement movement, Posting posting) {
        return database.sql(statement)
                .param("key", call.operationKey().value())
                .param("movement", movement.name())
                .param("order", posting.orderId())
                .param("account", posting.account())
                .param("currency", posting.currency())
                .param("amount", posting.amount());
    }
}
