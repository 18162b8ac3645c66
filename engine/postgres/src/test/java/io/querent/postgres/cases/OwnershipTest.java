package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who runs a saga: one node at a time, the next one when that one is gone, nobody while it waits. */
@Tag("every-java")
class OwnershipTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    @Test
    void c50_sagasStartedWhileEveryNodeLooksForWorkAreRunByOneOwnerEach() throws Exception {
        List<Node> nodes = List.of(open("a", pay), open("b", pay), open("c", pay));
        List<SagaHandle> handles = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            handles.add(nodes.get(i % 3).engine.start(pay, Order.of("c50-" + i, "10.00")));
        }
        for (SagaHandle handle : handles) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }

        assertThat(bank.keys())
                .hasSize(1_000)
                .allSatisfy(key -> assertThat(bank.sends(key)).isEqualTo(1));
        assertThat(nodes.get(0).journal.countWithoutWakeUp()).isZero();
    }

    @Test
    void anAttemptOfALostOwnerIsUnknownAndAskedForByTheNext() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        bank.next((b, call, payment) -> {
            Outcome<ScriptedBank.Booking> booked = b.apply(call, payment);
            sent.countDown();
            never.await(1, TimeUnit.MINUTES);
            return booked;
        });
        Node a = open("a", pay);
        SagaHandle handle = a.engine.start(pay, Order.of("lost", "10.00"));
        sent.await();
        a.crash();

        Node b = open("b", pay);
        SagaHandle found = b.engine.find(handle.key()).orElseThrow();

        assertThat(end(found).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends("default:pay:lost:charge")).isEqualTo(1);
        assertThat(bank.effects("default:pay:lost:charge")).isEqualTo(1);
        assertThat(found.history().operations().get(0).attempts().get(0).evidence())
                .contains("taken over by node b with token 2");
        never.countDown();
    }

    @Test
    void c45_aStaleOwnersAnswerIsRefusedAndKeptAsEvidence() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch frozen = new CountDownLatch(1);
        bank.next((b, call, payment) -> {
                    sent.countDown();
                    frozen.await();
                    return b.apply(call, payment);
                })
                .answer((b, call) -> QueryResult.unavailable("not now"));
        Node a = open("a", pay);
        SagaHandle handle = a.engine.start(pay, Order.of("c45", "10.00"));
        sent.await();
        // The owner shows no sign of life for longer than its lease: as far as the database can tell, it is stopped.
        database().execute("UPDATE querent.saga SET wake_at = now() - interval '1 second'");
        Node b = open("b", pay);
        await().until(() -> b.engine.counters().of(Count.SAGAS_CLAIMED)
                        + a.engine.counters().of(Count.SAGAS_CLAIMED)
                > 0);

        frozen.countDown();

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:pay:c45:charge")).isEqualTo(1);
        assertThat(bank.distinctBodies("default:pay:c45:charge")).isEqualTo(1);
        assertThat(handle.history().operations().get(0).attempts().get(0).outcome())
                .isEqualTo("Unknown");
    }

    @Test
    void c53_waitingWorkHoldsNoLeaseAndIsSentOnceAtItsTime() throws Exception {
        bank.next((b, call, payment) -> Outcome.notExecuted("429", "too many", Duration.ofSeconds(3)));
        Node node = open("a", pay);
        Node other = open("b", pay);

        SagaHandle handle = node.engine.start(pay, Order.of("c53", "10.00"));
        await().until(() -> handle.status() == SagaStatus.WAITING);
        assertThat(database().count("SELECT count(*) FROM querent.saga WHERE owner IS NOT NULL"))
                .isZero();
        assertThat(node.engine.owned() + other.engine.owned()).isZero();

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends("default:pay:c53:charge")).isEqualTo(2);
        assertThat(bank.effects("default:pay:c53:charge")).isEqualTo(1);
    }

    @Test
    void c58_aSagaReCreatedAfterALossOfDataUsesTheSameKeysAndAsksFirstWhenToldTo() throws Exception {
        Node before = open("a", pay);
        end(before.engine.start(pay, Order.of("c58", "10.00")));
        before.close();
        database().execute("DELETE FROM querent.event");
        database().execute("DELETE FROM querent.saga");

        Node after = open(Node.settings("b").withAskBeforeFirstSend(true), 10, transactions -> List.of(pay));
        SagaHandle again = after.engine.start(pay, Order.of("c58", "10.00"));

        assertThat(again.isNew()).isTrue();
        assertThat(end(again).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:pay:c58:charge")).isEqualTo(1);
        assertThat(bank.sends("default:pay:c58:charge")).isEqualTo(1);
        assertThat(bank.queries("default:pay:c58:charge")).isEqualTo(1);
    }

    @Test
    void c58_aSagaRewoundByAFailoverGoesOnUnderTheSameKey() throws Exception {
        Node before = open("a", pay);
        end(before.engine.start(pay, Order.of("rewound", "10.00")));
        before.close();
        database().execute("DELETE FROM querent.event WHERE sequence > 2");
        database()
                .execute(
                        "UPDATE querent.saga SET version = 2, status = 1, ended_at = NULL, owner = 'a', wake_at = now()");

        Node after = open("b", pay);
        SagaHandle again = after.engine.start(pay, Order.of("rewound", "10.00"));

        assertThat(again.isNew()).isFalse();
        assertThat(end(again).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:pay:rewound:charge")).isEqualTo(1);
        assertThat(bank.sends("default:pay:rewound:charge")).isEqualTo(1);
        assertThat(ledger.effects("default:pay:rewound:ledger")).isEqualTo(1);
    }

    @Test
    void c61_noConnectionIsHeldDuringCalls() throws Exception {
        int calls = 40;
        CountDownLatch all = new CountDownLatch(calls);
        CountDownLatch go = new CountDownLatch(1);
        SagaDefinition<Order> wide = Payments.chargeAndLedger(
                bank,
                ledger,
                Payments.downstream("wide")
                        .concurrency(calls)
                        .timeLimit(Duration.ofMinutes(1))
                        .build());
        for (int i = 0; i < calls; i++) {
            bank.next((b, call, payment) -> {
                all.countDown();
                go.await();
                return b.apply(call, payment);
            });
        }
        database().execute("ALTER DATABASE " + database().name() + " SET idle_in_transaction_session_timeout = '2s'");
        Node node = open(Node.settings("a"), 5, transactions -> List.of(wide));
        List<SagaHandle> handles = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            handles.add(node.engine.start(wide, Order.of("c61-" + i, "10.00")));
        }
        all.await();

        await().until(() -> node.dataSource.getHikariPoolMXBean().getActiveConnections() == 0);
        assertThat(handles.get(0).history().operations()).hasSize(1);
        String longerThanALease = "SELECT count(*) FROM querent.saga WHERE wake_at - started_at > interval '5 seconds'";
        await().until(() -> database().count(longerThanALease) == calls);
        assertThat(node.engine.counters().of(Count.LEASES_LOST)).isZero();
        go.countDown();

        for (SagaHandle handle : handles) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(bank.keys()).allSatisfy(key -> assertThat(bank.sends(key)).isEqualTo(1));
    }
}
