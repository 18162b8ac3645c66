package io.querent.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.querent.runtime.call.DownstreamGate.Admission;
import io.querent.runtime.call.DownstreamGate.Permit;
import io.querent.runtime.call.DownstreamGate.Traffic;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DownstreamGateTest {
    private final Workers workers = Workers.start(4);

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void whoFindsTheCapReachedIsCalledInTurn() {
        DownstreamGate gate = new DownstreamGate("bank", 1, 0, workers);
        Permit first = granted(gate, Traffic.CALL);
        List<String> called = new CopyOnWriteArrayList<>();

        assertThat(gate.admit(Traffic.CALL, () -> called.add("second"))).isInstanceOf(Admission.InLine.class);
        assertThat(gate.admit(Traffic.CALL, () -> called.add("third"))).isInstanceOf(Admission.InLine.class);
        assertThat(called).isEmpty();
        first.release(true);

        await().until(() -> called.equals(List.of("second")));
        granted(gate, Traffic.CALL).release(true);
        await().until(() -> called.equals(List.of("second", "third")));
    }

    @Test
    void whoHasNoUseForItsTurnPassesItOn() {
        DownstreamGate gate = new DownstreamGate("bank", 1, 0, workers);
        Permit first = granted(gate, Traffic.CALL);
        CountDownLatch last = new CountDownLatch(1);
        gate.admit(Traffic.CALL, gate::passOn);
        gate.admit(Traffic.CALL, gate::passOn);
        gate.admit(Traffic.CALL, last::countDown);

        first.release(true);

        await().until(() -> last.getCount() == 0);
    }

    @Test
    void everyoneInLineGetsThroughWhateverTheRace() {
        DownstreamGate gate = new DownstreamGate("bank", 3, 0, workers);
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            workers.execute(new Caller(gate, done));
        }
        await().until(() -> done.get() == 500);
    }

    @Test
    void aRateLimitLetsEveryoneThroughInTime() {
        DownstreamGate gate = new DownstreamGate("bank", 10, 200, workers);
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 60; i++) {
            workers.execute(new Caller(gate, done));
        }
        await().until(() -> done.get() == 60);
    }

    @Test
    void anOpenCircuitRefusesCallsAndStillLetsQuestionsThrough() {
        DownstreamGate gate = new DownstreamGate("bank", 10, 0, workers);
        while (gate.circuit() == CircuitBreaker.State.CLOSED) {
            granted(gate, Traffic.CALL).release(false);
        }

        assertThat(gate.admit(Traffic.CALL, () -> {}))
                .isInstanceOfSatisfying(
                        Admission.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("circuit-open"));
        granted(gate, Traffic.QUERY).release(true);
    }

    @Test
    void aPermitGivenBackCountsForNothing() {
        DownstreamGate gate = new DownstreamGate("bank", 1, 0, workers);
        for (int i = 0; i < 200; i++) {
            granted(gate, Traffic.CALL).giveBack();
        }
        assertThat(gate.circuit()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    private static Permit granted(DownstreamGate gate, Traffic traffic) {
        Admission admission = gate.admit(traffic, () -> {});
        assertThat(admission).isInstanceOf(Admission.Granted.class);
        return ((Admission.Granted) admission).permit();
    }

    /** Asks until it is let through, once for each time it is called. */
    private record Caller(DownstreamGate gate, AtomicInteger done) implements Runnable {
        @Override
        public void run() {
            if (gate.admit(Traffic.CALL, this) instanceof Admission.Granted granted) {
                done.incrementAndGet();
                granted.permit().release(true);
            }
        }
    }
}
