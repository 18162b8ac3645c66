package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.call.DownstreamView;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * An outage ends, and the retries let it end: three engines share what the bank takes. Rates are the thing itself here, so this takes the
 * seconds it takes; the limits are far from what is usually seen, so that a busy machine does not matter.
 */
class RecoveryHerdTest extends EngineCase {
    private static final int SAGAS = 600;
    private static final int CAP = 60;
    private static final int CAPACITY = 120;
    private static final Duration OUTAGE = Duration.ofSeconds(6);

    private final RationedBank bank = new RationedBank(CAPACITY, 10);

    @Test
    void c62_theRetriesLetTheOutageEnd() throws Exception {
        SagaDefinition<Order> pay = pay();
        List<Node> nodes = List.of(open("a", pay), open("b", pay), open("c", pay));
        long begun = System.nanoTime();
        List<SagaHandle> handles = new ArrayList<>();
        for (int i = 0; i < SAGAS; i++) {
            handles.add(nodes.get(i % 3).engine.start(pay, Order.of("order-" + i, "10.00")));
        }
        await().until(() -> System.nanoTime() - begun > OUTAGE.toNanos());
        bank.comeUp();

        for (SagaHandle handle : handles) {
            assertThat(handle.result()
                            .toCompletableFuture()
                            .get(90, TimeUnit.SECONDS)
                            .status())
                    .isEqualTo(SagaStatus.COMPLETED);
        }
        RationedBank.Arrivals arrivals = bank.arrivals();
        assertThat(bank.effects()).isEqualTo(SAGAS);
        assertThat(arrivals.mostWhileDown()).as("a second of the outage").isLessThanOrEqualTo(CAP + CAP / 4);
        assertThat(arrivals.whileDown()).as("the whole outage").isLessThan(SAGAS / 2);
        assertThat(arrivals.firstWhileUp(1)).as("the first second afterwards").isLessThanOrEqualTo(CAP / 2);
        assertThat(arrivals.mostWhileUp()).as("the second with the most").isLessThanOrEqualTo(CAPACITY);
        assertThat(bank.turnedAway()).as("more than the bank takes").isZero();
        assertThat(arrivals.mostWhileUp())
                .as("part of one second")
                .isLessThan((arrivals.whileUp() + arrivals.whileDown()) / 5);
        assertThat(amplification(nodes)).isLessThan(1.6);
    }

    /** Sends and questions for each operation. */
    private static double amplification(List<Node> nodes) {
        long operations = 0;
        long sent = 0;
        for (Node node : nodes) {
            DownstreamView view = node.engine.downstreams().get("bank");
            operations += view.operations();
            sent += view.sends() + view.questions();
        }
        assertThat(operations).isEqualTo(SAGAS);
        return (double) sent / operations;
    }

    /** One try that counts: refusals, however many, must not use it up. */
    private SagaDefinition<Order> pay() {
        return Saga.define("pay", Order.class)
                .businessKey(Order::number)
                .step(
                        "charge",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("bank")
                                        .concurrency(12)
                                        .ratePerSecond(CAP)
                                        .build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(bank::send)
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours")
                                .retry(budget ->
                                        budget.attempts(1).backoff(Duration.ofMillis(200), Duration.ofSeconds(4)))
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(100), Duration.ofSeconds(2)))
                                .needsNoUndo("the case never goes back"))
                .build();
    }
}
