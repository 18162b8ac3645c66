package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Everything is bounded: calls at a time by the downstream's cap, sagas at a time by the node's, and the rest waits in rows. */
class BackpressureTest extends EngineCase {
    private static final int SAGAS = 300;

    private final ScriptedBank bank = new ScriptedBank();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();

    @Test
    void aCapOfCallsAtATimeIsKeptAndEverySagaGetsThrough() throws Exception {
        SagaDefinition<Order> narrow =
                parallel(Payments.downstream("narrow").concurrency(3).build());
        Node node = open("a", narrow);

        runAll(node, narrow);

        assertThat(mostInside.get()).isLessThanOrEqualTo(3);
        assertThat(bank.keys())
                .hasSize(2 * SAGAS)
                .allSatisfy(key -> assertThat(bank.sends(key)).isEqualTo(1));
    }

    @Test
    void moreSagasThanANodeRunsAtATimeWaitInTheDatabase() throws Exception {
        SagaDefinition<Order> wide = parallel(Payments.downstream("wide").build());
        Node node = open(Node.settings("a").withMaxOwned(10), 10, transactions -> List.of(wide));

        runAll(node, wide);

        assertThat(bank.keys())
                .hasSize(2 * SAGAS)
                .allSatisfy(key -> assertThat(bank.sends(key)).isEqualTo(1));
    }

    @Test
    void closingLetsCallsEndAndLeavesTheRestToTheNextNode() throws Exception {
        SagaDefinition<Order> narrow =
                parallel(Payments.downstream("narrow").concurrency(2).build());
        Node first = open("a", narrow);
        List<SagaHandle> handles = startAll(first, narrow);
        first.close();
        assertThat(database().count("SELECT count(*) FROM querent.saga WHERE owner IS NOT NULL"))
                .isZero();

        Node second = open("b", narrow);
        for (SagaHandle handle : handles) {
            assertThat(end(second.engine.find(handle.key()).orElseThrow()).status())
                    .isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(bank.keys())
                .hasSize(2 * SAGAS)
                .allSatisfy(key -> assertThat(bank.sends(key)).isEqualTo(1));
    }

    private void runAll(Node node, SagaDefinition<Order> definition) throws Exception {
        for (SagaHandle handle : startAll(node, definition)) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }

    private static List<SagaHandle> startAll(Node node, SagaDefinition<Order> definition) {
        List<SagaHandle> handles = new ArrayList<>();
        for (int i = 0; i < SAGAS; i++) {
            handles.add(node.engine.start(definition, Order.of("order-" + i, "10.00")));
        }
        return handles;
    }

    /** Two calls beside each other and a local transaction beside them, joined by another local one. */
    private SagaDefinition<Order> parallel(Downstream downstream) {
        return Saga.define("parallel", Order.class)
                .businessKey(Order::number)
                .step(
                        "note",
                        Done.class,
                        step -> step.request(
                                        Payment.class,
                                        saga -> new Payment("N", saga.input().amount()))
                                .inTransaction((call, payment) -> Outcome.done())
                                .retriable("a note is always taken")
                                .needsNoUndo("a note does no harm"))
                .step(
                        "left",
                        Booking.class,
                        step -> step.atStart()
                                .downstream(downstream)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("L", saga.input().amount()))
                                .call(this::send)
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours")
                                .needsNoUndo("the case never goes back"))
                .step(
                        "right",
                        Booking.class,
                        step -> step.atStart()
                                .downstream(downstream)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("R", saga.input().amount()))
                                .call(this::send)
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours")
                                .needsNoUndo("the case never goes back"))
                .step(
                        "join",
                        Done.class,
                        step -> step.after("note", "left", "right")
                                .request(
                                        Payment.class,
                                        saga -> new Payment("J", saga.input().amount()))
                                .inTransaction((call, payment) -> Outcome.done())
                                .retriable("a note is always taken"))
                .build();
    }

    private Outcome<Booking> send(Call call, Payment payment) throws Exception {
        mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            return bank.send(call, payment);
        } finally {
            inside.decrementAndGet();
        }
    }
}
