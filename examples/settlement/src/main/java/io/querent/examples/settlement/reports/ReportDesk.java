package io.querent.examples.settlement.reports;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The stages of a report that are writes to our own database: each in the transaction that also commits the step, each of which changes
 * nothing when it was done before. Thread-safe.
 */
public final class ReportDesk {
    private static final String CREATE = """
            INSERT INTO settlement.report (settlement, operation_key) VALUES (:settlement, :key) ON CONFLICT (settlement) DO NOTHING
            """;

    private static final String IS_OURS =
            "SELECT count(*) FROM settlement.report WHERE settlement = :settlement AND operation_key = :key";

    private static final String GENERATE = """
            UPDATE settlement.report SET content = :content, sha256 = :sha256, generated_at = statement_timestamp()
            WHERE settlement = :settlement AND (sha256 IS NULL OR sha256 = :sha256)
            """;

    private static final String CONTENT =
            "SELECT content FROM settlement.report WHERE settlement = :settlement AND sha256 = :sha256";

    private final JdbcClient database;

    /** @param database whose connections take part in the engine's local transactions */
    public ReportDesk(JdbcClient database) {
        this.database = database;
    }

    /** Stage one: there is going to be a report. */
    public Outcome<Done> create(Call call, String settlement) {
        String key = call.operationKey().value();
        int created = database.sql(CREATE)
                .param("settlement", settlement)
                .param("key", key)
                .update();
        if (created == 0
                && database.sql(IS_OURS)
                                .param("settlement", settlement)
                                .param("key", key)
                                .query(Long.class)
                                .single()
                        != 1) {
            throw new IllegalStateException("the report of " + settlement + " is another operation's");
        }
        return Outcome.done();
    }

    /** Stage two: what it says. */
    public Outcome<Written> generate(Call call, BookSettlement settlement) {
        String content = ReportText.of(settlement);
        String sha256 = Sha256.of(content.getBytes(UTF_8));
        int generated = database.sql(GENERATE)
                .param("content", content)
                .param("sha256", sha256)
                .param("settlement", settlement.settlement())
                .update();
        if (generated != 1) {
            throw new IllegalStateException(
                    "there is no report of " + settlement.settlement() + ", or one that says something else");
        }
        return Outcome.succeeded(new Written(settlement.settlement(), sha256));
    }

    /** What was generated; empty where that was something else, or nothing. */
    Optional<byte[]> content(Written report) {
        return database.sql(CONTENT)
                .param("settlement", report.settlement())
                .param("sha256", report.sha256())
                .query(String.class)
                .optional()
                .map(content -> content.getBytes(UTF_8));
    }
}
