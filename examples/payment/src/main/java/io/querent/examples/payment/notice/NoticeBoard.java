package io.querent.examples.payment.notice;

import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.net.SocketTimeoutException;
import java.util.function.Predicate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Stands in for a gateway that sends text messages. It keeps one message for each key, however often it is asked, and can be asked
 * what became of one. Thread-safe.
 */
public final class NoticeBoard {
    private static final String POST = """
            INSERT INTO ledger.notice (operation_key, order_id, recipient, message)
            VALUES (:key, :order, :recipient, :message)
            ON CONFLICT (operation_key) DO NOTHING
            """;

    private static final String FIND =
            "SELECT order_id, recipient, message FROM ledger.notice WHERE operation_key = :key";

    private final JdbcClient database;
    private final Predicate<String> losesAnswer;

    /** @param losesAnswer of which operations the first answer is lost after the message was sent */
    public NoticeBoard(JdbcClient database, Predicate<String> losesAnswer) {
        this.database = database;
        this.losesAnswer = losesAnswer;
    }

    /** Sends a message, once for its key. */
    public Outcome<Notice> post(Call call, Notice notice) throws SocketTimeoutException {
        String key = call.operationKey().value();
        int posted = database.sql(POST)
                .param("key", key)
                .param("order", notice.orderId())
                .param("recipient", notice.recipient())
                .param("message", notice.message())
                .update();
        if (posted == 1 && losesAnswer.test(key)) {
            throw new SocketTimeoutException("the gateway's answer was lost");
        }
        // The first message under the key stays, whatever a repeat asks for, so only what is kept may be called sent.
        return find(call, notice) instanceof QueryResult.Found<Notice> found
                        && found.result().equals(notice)
                ? Outcome.succeeded(notice)
                : Outcome.unknown("the key holds another message");
    }

    /** Looks a message up by its key. */
    public QueryResult<Notice> find(Call call, Notice notice) {
        return database.sql(FIND)
                .param("key", call.operationKey().value())
                .query((row, number) -> new Notice(row.getString(1), row.getString(2), row.getString(3)))
                .optional()
                .map(QueryResult::found)
                .orElseGet(QueryResult::notFound);
    }
}
