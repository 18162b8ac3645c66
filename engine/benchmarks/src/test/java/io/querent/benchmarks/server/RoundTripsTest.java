package io.querent.benchmarks.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RoundTripsTest {
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void aStatementIsOneRoundTripAndSoIsABatch() throws SQLException {
        try (HikariDataSource pool = server.connect(1, "counted");
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE number (value int)");
            long before = RoundTrips.of("counted").made();
            statement.execute("SELECT 1; SELECT 2");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO number VALUES (?)")) {
                for (int i = 0; i < 20; i++) {
                    insert.setInt(1, i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            assertThat(RoundTrips.of("counted").made() - before).isEqualTo(2);
        }
    }

    @Test
    void aBeginIsSentAlongAndACommitIsNot() throws SQLException {
        try (HikariDataSource pool = server.connect(1, "transaction");
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            long before = RoundTrips.of("transaction").made();
            connection.setAutoCommit(false);
            statement.execute("SELECT 1");
            connection.commit();
            assertThat(RoundTrips.of("transaction").made() - before).isEqualTo(2);
        }
    }

    @Test
    void othersConnectionsDoNotCount() throws SQLException {
        try (HikariDataSource pool = server.connect(1);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            long before = RoundTrips.of("nobody").made();
            statement.execute("SELECT 1");
            assertThat(RoundTrips.of("nobody").made() - before).isZero();
        }
    }

    @Test
    void theMeterSeesWhatATableGrewByAndWhatItsLogIs() throws SQLException {
        try (HikariDataSource pool = server.connect(2, "metered");
                Connection connection = pool.getConnection();
                Meter meter = new Meter(pool.getConnection());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA metered");
            statement.execute("CREATE TABLE metered.number (value int PRIMARY KEY)");
            meter.checkpoint();
            Meter.Reading before = meter.read("metered");
            statement.execute("INSERT INTO metered.number SELECT generate_series(1, 10000)");

            Usage usage = meter.since(before);

            assertThat(usage.transactions()).isGreaterThanOrEqualTo(1);
            assertThat(usage.heapBytes()).isBetween(10_000L * 28, 10_000L * 100);
            assertThat(usage.indexBytes()).isBetween(10_000L * 16, 10_000L * 100);
            assertThat(usage.walBytes()).isGreaterThan(10_000L * 28);
            assertThat(usage.walFullPageBytes()).isBetween(0.0, (double) usage.walBytes());
        }
    }
}
