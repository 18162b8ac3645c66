package io.querent.testkit.postgres;

import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;

/**
 * A clock of the database's own. The search path has functions of the server's names found before the server's: whoever asks for
 * {@code now()} or {@code statement_timestamp()} in the ordinary way, engine and user alike, is told the time that the test has set.
 */
final class DatabaseClock {
    /** {@code pg_catalog} would be searched first if it were not named. */
    static final String SEARCH_PATH = "querent_test, pg_catalog, public";

    private static final String CREATE = """
            CREATE SCHEMA querent_test;
            CREATE TABLE querent_test.clock (ahead interval NOT NULL);
            INSERT INTO querent_test.clock VALUES (interval '0');
            CREATE FUNCTION querent_test.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS
                'SELECT pg_catalog.statement_timestamp() + ahead FROM querent_test.clock';
            CREATE FUNCTION querent_test.transaction_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS
                'SELECT pg_catalog.transaction_timestamp() + ahead FROM querent_test.clock';
            CREATE FUNCTION querent_test.now() RETURNS timestamptz LANGUAGE sql STABLE AS
                'SELECT pg_catalog.now() + ahead FROM querent_test.clock';
            CREATE FUNCTION querent_test.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
                'SELECT pg_catalog.clock_timestamp() + ahead FROM querent_test.clock';
            """;

    private static final String SELECT_TIME = "SELECT querent_test.clock_timestamp() FROM querent_test.clock";

    private static final String MOVE =
            "UPDATE querent_test.clock SET ahead = ahead + make_interval(secs => ?::float8 / 1000000)";

    private DatabaseClock() {}

    /** Makes the clock in a database that has none. The search path must be set for every connection that is to see it. */
    static void create(DataSource dataSource) {
        Sql.execute(dataSource, CREATE);
    }

    static void move(DataSource dataSource, Duration by) {
        int moved = Sql.update(dataSource, MOVE, update -> update.setLong(1, by.toNanos() / 1_000));
        if (moved != 1) {
            throw new IllegalStateException("the test's database has " + moved + " clocks instead of one");
        }
    }

    static Instant read(DataSource dataSource) {
        return Sql.on(dataSource, connection -> {
            try (Statement select = connection.createStatement();
                    ResultSet rows = select.executeQuery(SELECT_TIME)) {
                rows.next();
                return rows.getObject(1, OffsetDateTime.class).toInstant();
            }
        });
    }
}
