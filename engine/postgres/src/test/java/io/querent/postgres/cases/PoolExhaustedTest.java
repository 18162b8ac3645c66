package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The client's pool is smaller than what asks for connections (C61): all wait their turn or try again, and nobody is told of failure. */
class PoolExhaustedTest extends EngineCase {
    @Test
    void twoConnectionsForWritersClaimsRenewalsAndTwelveStepsAreEnough() throws Exception {
        TroubledLoad load = new TroubledLoad();
        TroubledLoad.prepare(database());
        Node node = open(Node.settings("a"), 2, transactions -> List.of(load.definition()));

        load.begin(node);
        load.awaitMore(60);

        load.assertAllIsWell(node, database());
    }

    /** Somebody else holds the whole pool for longer than anybody waits for a connection, and than a lease. */
    @Test
    void aPoolThatGivesNothingForAWhileIsADatabaseThatIsAway() throws Exception {
        TroubledLoad load = new TroubledLoad();
        TroubledLoad.prepare(database());
        Node node = open(Node.settings("a"), 3, transactions -> List.of(load.definition()));
        node.dataSource.getHikariConfigMXBean().setConnectionTimeout(250);
        load.begin(node);
        load.awaitMore(20);

        try (var first = node.dataSource.getConnection();
                var second = node.dataSource.getConnection();
                var third = node.dataSource.getConnection()) {
            load.stop();
            awaitMoreFailures(node);
            database().awaitNoLeases();
            assertThat(List.of(first, second, third)).hasSize(3);
        }

        load.assertAllIsWell(node, database());
    }

    private static void awaitMoreFailures(Node node) {
        long before = node.journal.counters().failures();
        await().until(() -> node.journal.counters().failures() > before + 2);
    }
}
