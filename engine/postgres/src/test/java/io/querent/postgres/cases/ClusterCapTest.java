package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.call.DownstreamView;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.Call;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A cap holds for all nodes together, whoever comes, goes, dies or is cut off. */
class ClusterCapTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void threeNodesTogetherNeverHaveMoreCallsUnderWayThanTheCap() throws Exception {
        SagaDefinition<Order> pay = pay(5);
        List<Node> nodes = List.of(open("a", pay), open("b", pay), open("c", pay));

        List<SagaHandle> handles = startAll(nodes, pay, 240);

        for (SagaHandle handle : handles) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(mostInside.get()).isBetween(2, 5);
        assertThat(nodes)
                .as("each node had its part")
                .allSatisfy(node -> assertThat(view(node).sends()).isPositive());
        assertThat(nodes.stream().mapToLong(node -> view(node).operations()).sum())
                .isEqualTo(240);
    }

    @Test
    void withFewerSlotsThanNodesEveryNodesSagasGetThrough() throws Exception {
        SagaDefinition<Order> pay = pay(1);
        List<Node> nodes = List.of(open("a", pay), open("b", pay), open("c", pay));

        for (SagaHandle handle : startAll(nodes, pay, 60)) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(mostInside.get()).isEqualTo(1);
    }

    @Test
    void aKilledNodesSlotsComeBackAfterItsLeaseAndAClosedNodesAtOnce() throws Exception {
        SagaDefinition<Order> pay = pay(4);
        Node killed = open("killed", pay);
        Node closed = open("closed", pay);
        startAll(List.of(killed, closed), pay, 40);
        killed.crash();
        closed.close();

        Node last = open("last", pay);
        AtomicInteger number = new AtomicInteger();
        await().until(() -> {
            Order order = Order.of("after-" + number.incrementAndGet(), "10.00");
            assertThat(end(last.engine.start(pay, order)).status()).isEqualTo(SagaStatus.COMPLETED);
            return view(last).slots() == 4;
        });
        for (int i = 0; i < 40; i++) {
            SagaHandle left = last.engine.start(pay, Order.of("order-" + i, "10.00"));
            assertThat(end(left).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(bank.keys())
                .hasSize(40 + number.get())
                .allSatisfy(key -> assertThat(bank.effects(key)).isEqualTo(1));
    }

    @Test
    void aNodeThatIsCutOffGoesOnUntilItsLeaseEndsAndThenSendsNothing() throws Exception {
        SagaDefinition<Order> pay = pay(4);
        AtomicBoolean away = new AtomicBoolean();
        Node node = open("a", slots -> cuttable(slots, away), pay);
        assertThat(end(node.engine.start(pay, Order.of("before", "10.00"))).status())
                .isEqualTo(SagaStatus.COMPLETED);

        away.set(true);
        assertThat(end(node.engine.start(pay, Order.of("during", "10.00"))).status())
                .isEqualTo(SagaStatus.COMPLETED);
        await().until(() -> view(node).slots() == 0);
        SagaHandle waits = node.engine.start(pay, Order.of("after", "10.00"));
        await().until(() -> view(node).waiting() == 1);
        assertThat(bank.totalSends()).isEqualTo(2);

        away.set(false);
        assertThat(end(waits).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    private static SlotLedger cuttable(SlotLedger slots, AtomicBoolean away) {
        return (holder, asks) -> {
            if (away.get()) {
                throw new JournalUnavailableException("settling slots", new IOException("cut off"));
            }
            return slots.settle(holder, asks);
        };
    }

    private static DownstreamView view(Node node) {
        return node.engine.downstreams().getOrDefault("bank", new DownstreamView(0, 0, 0, 0, 0, 0, 0, true));
    }

    private static List<SagaHandle> startAll(List<Node> nodes, SagaDefinition<Order> definition, int sagas) {
        List<SagaHandle> handles = new ArrayList<>();
        for (int i = 0; i < sagas; i++) {
            handles.add(nodes.get(i % nodes.size()).engine.start(definition, Order.of("order-" + i, "10.00")));
        }
        return handles;
    }

    private SagaDefinition<Order> pay(int cap) {
        return Saga.define("pay", Order.class)
                .businessKey(Order::number)
                .step(
                        "charge",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("bank")
                                        .concurrency(cap)
                                        .build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(this::send)
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours")
                                .needsNoUndo("the case never goes back"))
                .build();
    }

    /** Takes a moment, so that calls of different nodes are under way at the same time. */
    private Outcome<Booking> send(Call call, Payment payment) throws Exception {
        mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            never.await(10, TimeUnit.MILLISECONDS);
            return bank.send(call, payment);
        } finally {
            inside.decrementAndGet();
        }
    }
}
