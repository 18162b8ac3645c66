package io.querent.testkit.postgres;

import io.querent.postgres.JdbcLocalTransactions;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSlots;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.SagaId;
import io.querent.testkit.store.Backing;
import io.querent.testkit.store.Standing;
import io.querent.testkit.store.TestClock;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** Keeps sagas in a database of {@link PostgresTestServer}. Thread-safe. */
public final class PostgresBacking implements Backing {
    /** The audit refuses to be emptied, but for a superuser who says so; then its chain begins anew. */
    private static final String EMPTY = """
            DO $$
            BEGIN
                SET LOCAL session_replication_role = replica;
                EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('querent.%I', tablename), ', ')
                    FROM pg_tables WHERE schemaname = 'querent' AND tablename <> 'migration');
                INSERT INTO querent.audit_head DEFAULT VALUES;
            END
            $$
            """;

    private static final String KEEP_SLOTS = """
            UPDATE querent.downstream_share SET lease_until = lease_until + make_interval(secs => ?::float8 / 1000000)
            WHERE holder = ANY (?)
            """;

    private static final String SELECT_STANDING = """
            SELECT count(*) FILTER (WHERE wake_at <= statement_timestamp()),
                (SELECT count(*) FROM querent.mailbox WHERE look_at <= statement_timestamp() AND looks = 0),
                (SELECT count(*) FROM querent.mailbox WHERE look_at <= statement_timestamp() AND looks > 0),
                min(wake_at) FILTER (WHERE wake_at > statement_timestamp())
            FROM querent.saga WHERE wake_at IS NOT NULL AND NOT saga_id = ANY (?)
            """;

    private final DataSource dataSource;
    private final TestClock clock;

    /**
     * A store in that database, from which everything of the engine's is removed first.
     *
     * @param dataSource from {@link PostgresTestServer#newDatabase}; stays open when this is closed
     */
    public PostgresBacking(DataSource dataSource) {
        this.dataSource = dataSource;
        Sql.execute(dataSource, EMPTY);
        this.clock = new TestClock(DatabaseClock.read(dataSource));
    }

    @Override
    public Access open() {
        PostgresJournal journal = new PostgresJournal(dataSource);
        return new PostgresAccess(
                journal, new JdbcLocalTransactions(dataSource, journal), new PostgresSlots(dataSource));
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    @Override
    public EventLog log() {
        return new PostgresEventLog(dataSource);
    }

    @Override
    public void advance(Duration by, Set<UUID> holders) {
        DatabaseClock.move(dataSource, by);
        clock.move(by);
        Sql.on(dataSource, connection -> {
            try (var update = connection.prepareStatement(KEEP_SLOTS)) {
                update.setLong(1, by.toNanos() / 1_000);
                update.setArray(2, connection.createArrayOf("uuid", holders.toArray()));
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Standing standing(Set<SagaId> held) {
        Object[] ids = held.stream().map(SagaId::value).toArray();
        return Sql.on(dataSource, connection -> {
            try (var select = connection.prepareStatement(SELECT_STANDING)) {
                select.setArray(1, connection.createArrayOf("uuid", ids));
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                    OffsetDateTime next = rows.getObject(4, OffsetDateTime.class);
                    return new Standing(
                            rows.getLong(1), rows.getLong(2), rows.getLong(3), next == null ? null : next.toInstant());
                }
            }
        });
    }

    /** The database is the caller's. */
    @Override
    public void close() {}

    private record PostgresAccess(PostgresJournal own, LocalTransactions transactions, SlotLedger slots)
            implements Access {
        @Override
        public SagaJournal journal() {
            return own;
        }

        @Override
        public void close() {
            own.close();
        }
    }
}
