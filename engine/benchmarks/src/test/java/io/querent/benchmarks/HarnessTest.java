package io.querent.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.server.Server;
import io.querent.postgres.PostgresSchema;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Short runs on a real server: what a figure must be by construction it must be as measured. */
@Tag("exhaustive")
class HarnessTest {
    private static final int IN_FLIGHT = 8;
    private static final Case FLOOR = new Case("floor", IN_FLIGHT);
    private static final Case QUERENT = new Case("querent", IN_FLIGHT);
    private static final Duration SHORT = Duration.ofMillis(400);

    private static Server server;
    private static HikariDataSource own;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start();
        own = server.connect(2);
        PostgresSchema.migrate(own);
    }

    @AfterAll
    static void stop() throws Exception {
        own.close();
        server.close();
    }

    @Test
    void theStandardJobCostsWhatItMustAndEverythingIsWritten(@TempDir Path folder) throws Exception {
        Trial trial = run(Variant.STANDARD, Role.values());
        Measurements measured = trial.measured();

        assertThat(measured.median(FLOOR, Figure.APPENDS)).isEqualTo(4);
        assertThat(measured.median(FLOOR, Figure.APPENDS_PER_COMMIT)).isEqualTo(1);
        assertThat(measured.median(FLOOR, Figure.ROUND_TRIPS)).isEqualTo(4);
        assertThat(measured.statements(FLOOR)).isCloseTo(4, within(0.2));
        // Transactions are the whole server's, and others keep house meanwhile.
        assertThat(measured.median(FLOOR, Figure.COMMITS)).isBetween(4.0, 6.0);
        assertThat(measured.median(QUERENT, Figure.APPENDS)).isCloseTo(4, within(0.02));
        assertThat(measured.median(QUERENT, Figure.ROUND_TRIPS_PER_COMMIT)).isGreaterThanOrEqualTo(1);
        assertThat(measured.cases()).extracting(Case::contender).containsExactlyInAnyOrder(names());
        assertThat(trial.steady()).containsOnlyKeys(names());
        measured.cases().forEach(each -> assertPlausible(measured, each));

        assertThatJsonHolds(write(folder.resolve("run.json"), trial), names());
    }

    @Test
    void aRefusedThirdStepCostsTwoCompensations() throws Exception {
        Measurements measured =
                run(Variant.F, Role.FLOOR, Role.QUERENT, Role.DBOS).measured();

        assertThat(measured.median(FLOOR, Figure.APPENDS)).isEqualTo(6);
        assertThat(measured.median(QUERENT, Figure.APPENDS)).isCloseTo(6, within(0.02));
    }

    @Test
    void aSecondStartCostsTheFloorAnInsertAndARead() throws Exception {
        Measurements measured = run(Variant.D, Role.FLOOR, Role.QUERENT).measured();

        assertThat(measured.median(FLOOR, Figure.APPENDS)).isEqualTo(4);
        assertThat(measured.median(FLOOR, Figure.ROUND_TRIPS)).isEqualTo(6);
        assertThat(measured.median(QUERENT, Figure.APPENDS)).isCloseTo(4, within(0.02));
    }

    private static Trial run(Variant variant, Role... roles) throws Exception {
        Session.Plan plan = new Session.Plan(variant, List.of(IN_FLIGHT), 1, SHORT, SHORT, List.of(roles), null);
        return new Session(server, own, plan, made -> {}).run();
    }

    private static void assertPlausible(Measurements measured, Case one) {
        for (Figure figure : Figure.values()) {
            double found = measured.median(one, figure);
            assertThat(found)
                    .as("%s of %s", figure, one)
                    .satisfiesAnyOf(
                            any -> assertThat(any).isNaN(),
                            any -> assertThat(any).isFinite().isNotNegative());
        }
        assertThat(measured.median(one, Figure.WAL_BYTES)).isPositive();
        assertThat(measured.median(one, Figure.WAL_FULL_PAGE_BYTES))
                .isLessThanOrEqualTo(measured.median(one, Figure.WAL_BYTES));
        assertThat(measured.median(one, Figure.JVM_CPU)).isPositive();
        assertThat(measured.median(one, Figure.P99_MILLIS))
                .isGreaterThanOrEqualTo(measured.median(one, Figure.P50_MILLIS));
    }

    private static JsonNode write(Path file, Trial trial) throws Exception {
        try (Connection connection = own.getConnection()) {
            JsonReport.write(file, Instant.EPOCH, Surroundings.of(connection), Map.of("rounds", 1), List.of(trial));
        }
        return JsonMapper.shared().readTree(file);
    }

    private static void assertThatJsonHolds(JsonNode run, String... contenders) {
        JsonNode cases = run.at("/variants/0/cases");
        assertThat(run.at("/server/fsync").asString()).isEqualTo("on");
        assertThat(cases.valueStream().map(each -> each.get("contender").asString()))
                .containsExactlyInAnyOrder(contenders);
        for (JsonNode each : cases) {
            for (Figure figure : Figure.values()) {
                assertThat(each.get("medians").has(figure.key()))
                        .as(figure.key())
                        .isTrue();
                assertThat(each.at("/rounds/0").has(figure.key()))
                        .as(figure.key())
                        .isTrue();
            }
            assertThat(each.get("medians").has(Figure.STATEMENTS_KEY)).isTrue();
        }
        assertThat(run.at("/targets/0/name").asString()).isEqualTo("three steps: sagas/s ÷ floor, each at its best");
        assertThat(run.at("/gate/0/holds").isBoolean()).isTrue();
    }

    private static String[] names() {
        return Stream.of("floor", "querent", "group floor", "dbos", "db-scheduler")
                .toArray(String[]::new);
    }
}
