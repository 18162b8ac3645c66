package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresSchema;
import io.querent.postgres.RestartableServer;
import io.querent.postgres.TestDatabase;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.SagaDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The database goes away in the middle: nothing is recorded as failed because of it, nothing is stranded, nothing is sent twice. */
class OutageCaseTest {
    private static final int SAGAS = 250;

    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay = Payments.chargeAndLedger(
            bank, ledger, Payments.downstream("bank").concurrency(SAGAS).build());

    @Test
    void c51_whatARecoveringNodeHadClaimedEndsAlthoughTheDatabaseCrashesMeanwhile() throws Exception {
        CountDownLatch sent = new CountDownLatch(SAGAS);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < SAGAS; i++) {
            bank.next((b, call, payment) -> {
                sent.countDown();
                never.await(1, TimeUnit.MINUTES);
                return b.apply(call, payment);
            });
        }
        try (RestartableServer server = new RestartableServer();
                TestDatabase database = server.database()) {
            PostgresSchema.migrate(database.dataSource());
            String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database.name();
            Node doomed = Node.open(withThreadsForAll("doomed"), url, 10, transactions -> List.of(pay));
            List<Order> orders = new ArrayList<>();
            for (int i = 0; i < SAGAS; i++) {
                orders.add(Order.of("c51-" + i, "10.00"));
                doomed.engine.startAsync(pay, orders.get(i));
            }
            sent.await();
            doomed.crash();

            try (Node recovering = Node.open("recovering", url, pay)) {
                await().until(() -> recovering.engine.counters().of(Count.SAGAS_CLAIMED) > 0);
                server.crash();
                server.restart();

                for (Order order : orders) {
                    assertThat(EngineCase.end(recovering.engine.start(pay, order))
                                    .status())
                            .isEqualTo(SagaStatus.COMPLETED);
                }
                assertThat(recovering.journal.countWithoutWakeUp()).isZero();
            }
            assertThat(bank.keys())
                    .hasSize(SAGAS)
                    .allSatisfy(key -> assertThat(bank.effects(key)).isEqualTo(1));
            never.countDown();
        }
    }

    /** Where there are no virtual threads, a node has fewer for calls than are to be under way here at once. */
    private static EngineSettings withThreadsForAll(String node) {
        EngineSettings usual = Node.settings(node);
        return new EngineSettings(
                usual.node(),
                usual.lease(),
                usual.pollInterval(),
                usual.maxOwned(),
                2 * SAGAS,
                usual.localTransactions(),
                usual.startTimeout(),
                usual.drainGrace(),
                usual.askBeforeFirstSend(),
                usual.keepLetters(),
                usual.secondPerson());
    }
}
