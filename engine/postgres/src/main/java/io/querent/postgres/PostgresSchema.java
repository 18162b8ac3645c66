package io.querent.postgres;

import io.querent.outbox.jdbc.TransactionScopedSettings;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Makes and updates the schema {@code querent}. Nodes may do so at the same time. */
public final class PostgresSchema {
    /** Where the migrations are on the class path. */
    public static final String MIGRATIONS = "classpath:io/querent/postgres/migration";

    private static final List<String> MAKE_SEARCH_INDEXES = List.of(
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS saga_started ON querent.saga (definition, started_at, saga_id)",
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS saga_business_key ON querent.saga (business_key)");

    private static final List<String> MAKE_TENANT_INDEX = List.of(
            "CREATE INDEX CONCURRENTLY IF NOT EXISTS saga_tenant ON querent.saga (tenant, definition, started_at, saga_id)");

    private static final int MONTHS_AHEAD = 2;

    private static final String ENSURE_PARTITION = "SELECT querent.ensure_event_partition(?::date)";

    private PostgresSchema() {}

    /**
     * Brings the schema up to date and makes the partitions that will be needed soon.
     *
     * @throws JournalUnavailableException when the database cannot be reached
     * @throws MigrationFailedException when it can be reached and the schema cannot be changed, or was changed by others
     */
    public static void migrate(DataSource dataSource) {
        try {
            Flyway.configure(PostgresSchema.class.getClassLoader())
                    .dataSource(TransactionScopedSettings.of(dataSource))
                    .schemas("querent")
                    .table("migration")
                    .locations(MIGRATIONS)
                    .load()
                    .migrate();
        } catch (FlywayException failed) {
            throw translated(failed);
        }
        ensurePartitions(dataSource, Clock.systemUTC());
    }

    /**
     * Makes the event partitions of this month and the next two where they do not exist. To be called now and then, at least once a
     * month; what comes too late goes to a partition that takes everything.
     *
     * @return how many were made
     */
    public static int ensurePartitions(DataSource dataSource, Clock clock) {
        LocalDate firstDay =
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).withDayOfMonth(1);
        return new Database(dataSource).autoCommitted("making event partitions", connection -> {
            int made = 0;
            for (int ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
                made += ensurePartition(connection, firstDay.plusMonths(ahead)) ? 1 : 0;
            }
            return made;
        });
    }

    /**
     * Makes the indexes by which any saga is found by its definition, its start, or the beginning of its business key, where they do not
     * exist. They are not part of the schema, because every saga then writes a third to a half more. Others go on writing
     * meanwhile; on a large table it takes its time.
     *
     * @throws JournalUnavailableException when the database cannot be reached, or an index cannot be made
     */
    public static void makeSearchIndexes(DataSource dataSource) {
        make(dataSource, MAKE_SEARCH_INDEXES);
    }

    /**
     * Makes the index by which sagas of one tenant among many are found, beside those of {@link #makeSearchIndexes}. With one tenant it is
     * of no use.
     *
     * @throws JournalUnavailableException when the database cannot be reached, or the index cannot be made
     */
    public static void makeTenantIndex(DataSource dataSource) {
        make(dataSource, MAKE_TENANT_INDEX);
    }

    private static void make(DataSource dataSource, List<String> statements) {
        for (String statement : statements) {
            new Database(dataSource).autoCommitted("making an index for searches", connection -> {
                try (Statement create = connection.createStatement()) {
                    return create.execute(statement);
                }
            });
        }
    }

    private static boolean ensurePartition(Connection connection, LocalDate month) throws SQLException {
        try (PreparedStatement call = connection.prepareStatement(ENSURE_PARTITION)) {
            call.setObject(1, month);
            try (ResultSet rows = call.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    private static QuerentException translated(FlywayException failed) {
        return FailureKind.of(failed).isOutage()
                ? new JournalUnavailableException("updating the schema", failed)
                : new MigrationFailedException(failed);
    }
}
