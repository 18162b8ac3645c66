package io.querent.postgres;

import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Makes and updates the schema {@code querent}. Nodes may do so at the same time. */
public final class PostgresSchema {
    /** Where the migrations are on the class path. */
    public static final String MIGRATIONS = "classpath:io/querent/postgres/migration";

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
