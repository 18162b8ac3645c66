package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.contract.Payments;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.admin.Nodes;
import io.querent.runtime.admin.Nodes.Heard;
import io.querent.runtime.admin.Nodes.Report;
import io.querent.runtime.call.DownstreamView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who looks at the cluster sees which nodes live, and which have fallen silent. */
class NodesTest {
    private static final Report FIRST = new Report(
            "node-1",
            7,
            List.of("payment/1", "payment/2"),
            Map.of("bank", new DownstreamView(10, 12, 3, 1, 8, 2, 0, false)));

    private final TestDatabase database = TestServer.newDatabase();
    private final Nodes nodes = new PostgresAdmin(database.dataSource()).nodes();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void whatANodeReportsIsReadAsItWasSaidAndTheLatestCounts() {
        nodes.report(FIRST);
        nodes.report(new Report("node-0", 0, List.of(), Map.of()));

        assertThat(nodes.all())
                .extracting(Heard::report)
                .containsExactly(new Report("node-0", 0, List.of(), Map.of()), FIRST);
        assertThat(nodes.all()).noneMatch(Heard::silent);

        Report second = new Report("node-1", 8, List.of("payment/2"), Map.of());
        nodes.report(second);
        assertThat(nodes.all()).extracting(Heard::report).contains(second).doesNotContain(FIRST);
    }

    @Test
    void aNodeThatHasMissedThreeReportsIsSilentAndForgottenAfterADay() {
        nodes.report(FIRST);
        ago("14 seconds");
        assertThat(nodes.all()).extracting(Heard::silent).containsExactly(false);
        ago("17 seconds");
        assertThat(nodes.all()).extracting(Heard::silent).containsExactly(true);
        ago("23 hours");
        assertThat(nodes.all()).hasSize(1);
        ago("25 hours");
        assertThat(nodes.all()).isEmpty();

        nodes.report(new Report("node-2", 0, List.of(), Map.of()));
        assertThat(database.count("SELECT count(*) FROM querent.node")).isEqualTo(1);
    }

    @Test
    void ofAReportOfAnotherVersionThereIsLeftThatTheNodeLives() {
        nodes.report(FIRST);
        database.execute(
                "UPDATE querent.node SET report = '{\"ownedSagas\":3,\"definitions\":null,\"mood\":\"good\"}'");
        assertThat(nodes.all()).extracting(Heard::report).containsExactly(new Report("node-1", 3, List.of(), Map.of()));

        database.execute("UPDATE querent.node SET report = '[\"\\u0000\"]'");
        assertThat(nodes.all()).extracting(Heard::report).containsExactly(new Report("node-1", 0, List.of(), Map.of()));
    }

    @Test
    void aNodeThatEndsInOrderIsTakenOffTheList() {
        nodes.report(FIRST);
        nodes.forget("node-1");
        nodes.forget("node-1");

        assertThat(nodes.all()).isEmpty();
    }

    @Test
    void anEngineReportsFromItsStartToItsEnd() {
        try (PostgresEngine engine = PostgresEngine.open(
                database.dataSource(),
                EngineSettings.forNode("node-1"),
                transactions -> List.of(Payments.DEFINITION))) {
            await().untilAsserted(() -> assertThat(nodes.all()).singleElement().satisfies(heard -> {
                assertThat(heard.silent()).isFalse();
                assertThat(heard.report().node()).isEqualTo("node-1");
                assertThat(heard.report().definitions()).containsExactly("payment/1");
            }));
            assertThat(engine.engine()).isNotNull();
        }

        assertThat(nodes.all()).isEmpty();
    }

    @Test
    void anEngineThatCannotReportWorksAllTheSame() throws Exception {
        database.execute("DROP TABLE querent.node");
        try (PostgresEngine engine = PostgresEngine.open(
                database.dataSource(),
                EngineSettings.forNode("node-1"),
                transactions -> List.of(Payments.DEFINITION))) {
            assertThat(engine.engine()
                            .start(Payments.DEFINITION, new Payments.Order("A:1"))
                            .result()
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS)
                            .status()
                            .isFinal())
                    .isTrue();
        }
    }

    private void ago(String interval) {
        database.execute("UPDATE querent.node SET reported_at = now() - interval '" + interval + "'");
    }
}
