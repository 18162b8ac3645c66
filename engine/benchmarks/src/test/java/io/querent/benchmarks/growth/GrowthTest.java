package io.querent.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Server;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The points of curves measure what they say, on a real server. */
@Tag("exhaustive")
class GrowthTest {
    private static Server server;
    private static Databases databases;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start();
        databases = new Databases(server.connect(4));
    }

    @AfterAll
    static void stop() throws Exception {
        databases.close();
        server.close();
    }

    @Test
    void finishedSagasLieAsRealOnesDo() throws Exception {
        try (HikariDataSource filled = filled().with(2_000, 8)) {
            assertThat(count(filled, "SELECT count(*) FROM querent.saga WHERE business_key LIKE 'finished-%'"))
                    .isEqualTo(2_000);
            assertThat(count(filled, "SELECT count(*) FROM querent.saga WHERE status <> 10"))
                    .isZero();
            assertThat(count(filled, "SELECT count(DISTINCT bucket) FROM querent.saga"))
                    .isGreaterThan(700);
            assertThat(count(filled, "SELECT count(DISTINCT tableoid) FROM querent.event"))
                    .isGreaterThanOrEqualTo(12);
            assertThat(count(filled, "SELECT count(*) FROM querent.event_other"))
                    .isZero();
            assertThat(
                            count(
                                    filled,
                                    "SELECT count(*) FROM querent.saga AS s WHERE version <> (SELECT max(sequence) FROM querent.event"
                                            + " AS e WHERE e.bucket = s.bucket AND e.period = s.period AND e.saga_id = s.saga_id)"))
                    .isZero();
        }
        try (HikariDataSource again = filled().with(2_000, 8)) {
            assertThat(count(again, "SELECT count(*) FROM querent.saga")).isEqualTo(2_005);
        }
    }

    @Test
    void everyPointIsMeasuredInEveryRound() throws Exception {
        List<Sample> samples = new ArrayList<>();
        try (Meter meter = new Meter(databases.server().getConnection());
                Points steps = JobPoints.steps(databases, new Orders("test"))) {
            new Sampler(meter).run(Curve.STEPS, steps, 2, Duration.ofMillis(50), samples::add);
        }

        assertThat(samples).hasSize(10);
        // A step is an append, and the start is one; the first sagas wait for a share of the downstream, which is
        // another.
        assertThat(samples).allSatisfy(sample -> {
            assertThat(sample.appends())
                    .isBetween(sample.sagas() * (sample.steps() + 1), sample.sagas() * (sample.steps() + 2));
            assertThat(sample.walBytes()).isGreaterThanOrEqualTo(sample.appends() * 100);
        });
    }

    @Test
    void enginesInProcessesOfTheirOwnTellWhatTheyDid() throws Exception {
        String url;
        try (HikariDataSource made = databases.createAnew("growth_test_processes", 4)) {
            url = made.getJdbcUrl();
            try (NodeProcess one = NodeProcess.start(url, "one", "test");
                    NodeProcess two = NodeProcess.start(url, "two", "test")) {
                Load.Outcome outcome = NodeProcess.run(List.of(one, two), 2, Duration.ofMillis(200));

                assertThat(count(made, "SELECT count(*) FROM querent.saga WHERE status = 10"))
                        .isEqualTo(outcome.sagas());
                assertThat(outcome.appends()).isBetween(outcome.sagas() * 4, outcome.sagas() * 5);
            }
        }
    }

    private static FilledDatabases filled() {
        return new FilledDatabases(databases, 1_000_000, new PrintWriter(new StringWriter()));
    }

    private static long count(DataSource dataSource, String sql) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
