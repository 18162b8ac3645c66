package io.querent.benchmarks.console;

import io.querent.decision.QueryAnswer;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSchema;
import io.querent.runtime.journal.Possession;
import io.querent.saga.BusinessKey;
import io.querent.saga.Outcome;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import javax.sql.DataSource;

/** All that the console is to show, stored. */
final class ConsoleDatabase {
    /** The saga of which an operation was tried very often. */
    static final SagaKey OFTEN_TRIED = SagaKey.of(ConsoleSaga.NAMES.get(0), "often-tried");

    private static final int ENTRIES_A_STATEMENT = 500;

    /** Half of the entries are about sagas, half about what people do otherwise. */
    private static final String ADD_ENTRIES = """
            INSERT INTO querent.audit (received_at, bucket, saga_id, tenant, definition, business_key, request_id, operator, action,
                outcome, reason, detail, content)
            SELECT statement_timestamp(), s.bucket, s.saga_id, s.tenant, s.definition, s.business_key, 'audit-' || n, 'operator-' || n % 50,
                CASE WHEN s.saga_id IS NULL THEN 'sign-in' WHEN n % 3 = 0 THEN 'compensate' ELSE 'ask-again' END,
                CASE WHEN n % 20 = 0 THEN 'REFUSED' ELSE 'APPLIED' END, 'because of case ' || n, '', '{}'::json
            FROM generate_series(?, ?) AS n
            LEFT JOIN querent.saga AS s
                ON n % 2 = 0 AND s.bucket = n % 1024 AND s.saga_id = (
                    SELECT saga_id FROM querent.saga WHERE bucket = n % 1024 ORDER BY saga_id LIMIT 1)
            """;

    private final DataSource dataSource;
    private final PrintWriter out;

    ConsoleDatabase(DataSource dataSource, PrintWriter out) {
        this.dataSource = dataSource;
        this.out = out;
    }

    /** Fills one that has the schema and nothing else. */
    void fill(Population population, int attempts, int entries) throws SQLException {
        try (PostgresJournal journal = new PostgresJournal(dataSource)) {
            writeModels(journal);
            new Copies(
                            dataSource,
                            population,
                            number -> model(population.key(number), population.fate(number))
                                    .id())
                    .fill(out);
            writeOftenTried(journal, attempts);
        }
        addEntries(entries);
        settle();
    }

    private static void writeModels(PostgresJournal journal) {
        for (String definition : ConsoleSaga.NAMES) {
            for (Tenant tenant : Population.TENANTS) {
                for (Fate fate : Fate.values()) {
                    SagaKey like = new SagaKey(tenant, definition, new BusinessKey("any"));
                    Story story = new Story(ConsoleSaga.of(definition), model(like, fate), Instant.now());
                    story.write(journal, fate.befall(story));
                }
            }
        }
    }

    private static SagaKey model(SagaKey like, Fate fate) {
        String name = "model-" + fate.name().toLowerCase(Locale.ROOT);
        return new SagaKey(like.tenant(), like.definition(), new BusinessKey(name));
    }

    /** Sent, lost, asked about, not found: again and again. Written once in so many attempts, for a fill that comes to its end. */
    private static void writeOftenTried(PostgresJournal journal, int attempts) {
        Instant begun = Instant.now().minus(Duration.ofDays(30));
        Story story = new Story(ConsoleSaga.of(OFTEN_TRIED.definition()), OFTEN_TRIED, begun);
        story.succeeds(ConsoleSaga.RESERVE);
        Possession later = new Possession.DueIn(Duration.ofDays(300));
        story.write(journal, later);
        for (int attempt = 1; attempt <= attempts; attempt++) {
            story.tries(ConsoleSaga.TRANSFER, Outcome.unknown("read-timeout: no answer within 5 s"));
            story.asks(
                    ConsoleSaga.TRANSFER,
                    attempt < attempts
                            ? new QueryAnswer.NotFound()
                            : new QueryAnswer.Unavailable("connection refused"));
            story.write(journal, new Possession.DueUnlessOwned(Duration.ofDays(300)));
        }
    }

    /** The chain of entries grows by one row of its head for each, of which many in one transaction get in each other's way. */
    private void addEntries(int entries) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement add = connection.prepareStatement(ADD_ENTRIES)) {
            statement.execute("SET synchronous_commit = off");
            for (int first = 1; first <= entries; first += ENTRIES_A_STATEMENT) {
                add.setInt(1, first);
                add.setInt(2, Math.min(entries, first + ENTRIES_A_STATEMENT - 1));
                add.executeUpdate();
            }
            statement.execute("RESET synchronous_commit");
        }
        out.println(String.format(Locale.ROOT, "%,d entries of the audit", entries));
    }

    /** As autovacuum would have left it long ago; else it would do so while pages are measured. */
    private void settle() throws SQLException {
        PostgresSchema.makeSearchIndexes(dataSource);
        PostgresSchema.makeTenantIndex(dataSource);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM (FREEZE, ANALYZE)");
            statement.execute("CHECKPOINT");
        }
    }

    /** Its id, as pages have it. */
    static SagaId oftenTried() {
        return OFTEN_TRIED.id();
    }
}
