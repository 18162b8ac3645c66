package io.querent.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.querent.runtime.call.DownstreamGate.Admission;
import io.querent.runtime.call.DownstreamGate.Asking;
import io.querent.runtime.call.DownstreamGate.Permit;
import io.querent.runtime.call.DownstreamGate.Traffic;
import io.querent.runtime.journal.Party;
import io.querent.runtime.slots.Caps;
import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DownstreamGateTest {
    private static final Party ONE = new Party("default", "pay");
    private static final Party OTHER = new Party("other", "pay");
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final Workers workers = Workers.start(4);
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger calledForSlots = new AtomicInteger();

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void whoFindsTheCapReachedIsCalledInTurn() {
        DownstreamGate gate = gate(1, 0);
        Permit first = granted(gate, Traffic.CALL);
        List<String> called = new CopyOnWriteArrayList<>();

        assertThat(gate.admit(asking(ONE, () -> called.add("second")))).isInstanceOf(Admission.InLine.class);
        assertThat(gate.admit(asking(ONE, () -> called.add("third")))).isInstanceOf(Admission.InLine.class);
        assertThat(called).isEmpty();
        first.release(true);

        await().until(() -> called.equals(List.of("second")));
        invited(gate).release(true);
        await().until(() -> called.equals(List.of("second", "third")));
    }

    @Test
    void whoHasNoUseForItsTurnPassesItOn() {
        DownstreamGate gate = gate(1, 0);
        Permit first = granted(gate, Traffic.CALL);
        CountDownLatch last = new CountDownLatch(1);
        gate.admit(asking(ONE, gate::passOn));
        gate.admit(asking(ONE, gate::passOn));
        gate.admit(asking(ONE, last::countDown));

        first.release(true);

        await().until(() -> last.getCount() == 0);
    }

    @Test
    void aCallerThatWasLostBetweenItsCallAndItsTurnHoldsUpNobodyForLong() {
        DownstreamGate gate = gate(1, 0);
        Permit first = granted(gate, Traffic.CALL);
        CountDownLatch next = new CountDownLatch(1);
        gate.admit(asking(ONE, () -> {}));
        gate.admit(asking(ONE, next::countDown));
        first.release(true);
        assertThat(gate.view().waiting()).isEqualTo(1);

        gate.look();

        await().until(() -> next.getCount() == 0);
    }

    @Test
    void everyoneInLineGetsThroughWhateverTheRace() {
        DownstreamGate gate = gate(3, 0);
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            workers.execute(new Caller(gate, false, done));
        }
        await().until(() -> done.get() == 500);
    }

    @Test
    void aRateLimitLetsEveryoneThroughInTime() {
        DownstreamGate gate = new DownstreamGate("bank", new Caps(10, 200), workers, System::nanoTime, () -> {});
        gate.granted(
                new SlotGrant(10, 10, 200),
                System.nanoTime() + Duration.ofHours(1).toNanos());
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 60; i++) {
            workers.execute(new Caller(gate, false, done));
        }
        await().until(() -> done.get() == 60);
    }

    @Test
    void partiesInLineTakeTurnsHoweverManyOneOfThemHas() {
        DownstreamGate gate = gate(1, 0);
        Permit permit = granted(gate, Traffic.CALL);
        List<String> called = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 100; i++) {
            gate.admit(asking(ONE, () -> called.add("one")));
        }
        gate.admit(asking(OTHER, () -> called.add("other")));

        permit.release(true);
        await().until(() -> called.size() == 1);
        invited(gate).release(true);
        await().until(() -> called.size() == 2);

        assertThat(called).containsExactly("one", "other");
    }

    @Test
    void whoComesWhileOthersStandInLineStandsBehindThem() {
        DownstreamGate gate = gate(1, 0);
        Permit first = granted(gate, Traffic.CALL);
        List<String> called = new CopyOnWriteArrayList<>();
        gate.admit(asking(ONE, () -> called.add("first in line")));
        gate.admit(asking(ONE, () -> called.add("second in line")));
        first.release(true);

        assertThat(gate.admit(asking(ONE, () -> called.add("late")))).isInstanceOf(Admission.InLine.class);

        invited(gate).release(true);
        await().until(() -> called.equals(List.of("first in line", "second in line")));
    }

    @Test
    void callsAndQueriesShareTheCapAndTakeTurns() {
        DownstreamGate gate = gate(1, 0);
        Permit permit = granted(gate, Traffic.QUERY);
        List<String> called = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            gate.admit(asking(ONE, () -> called.add("call")));
            gate.admit(new Asking(Traffic.QUERY, ONE, false, () -> called.add("query")));
        }

        permit.release(true);
        for (int round = 1; round < 4; round++) {
            int expected = round;
            await().until(() -> called.size() == expected);
            invited(gate).release(true);
        }

        await().until(() -> called.size() == 4);
        assertThat(called).filteredOn("call"::equals).hasSize(2);
    }

    @Test
    void anOpenCircuitRefusesCallsAndStillLetsQuestionsThrough() {
        DownstreamGate gate = gate(10, 0);
        openCircuit(gate);

        assertThat(gate.admit(asking(ONE, () -> {})))
                .isInstanceOfSatisfying(
                        Admission.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("circuit-open"));
        granted(gate, Traffic.QUERY).release(true);
        assertThat(gate.view().refusals()).isEqualTo(1);
        assertThat(gate.view().circuitClosed()).isFalse();
    }

    @Test
    void aPermitGivenBackCountsForNothing() {
        DownstreamGate gate = gate(1, 0);
        for (int i = 0; i < 200; i++) {
            granted(gate, Traffic.CALL).giveBack();
        }
        assertThat(gate.circuit()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(gate.view().sends()).isZero();
    }

    @Test
    void beforeThereAreSlotsEverybodyWaitsAndSlotsAreAskedForOnce() {
        DownstreamGate gate = ungranted(4, 0);
        CountDownLatch called = new CountDownLatch(2);

        gate.admit(asking(ONE, called::countDown));
        gate.admit(asking(ONE, called::countDown));

        assertThat(calledForSlots.get()).isEqualTo(1);
        assertThat(gate.ask(LEASE)).contains(new SlotAsk("bank", new Caps(4, 0), 0, 2, false));
        gate.granted(new SlotGrant(4, 4, Double.POSITIVE_INFINITY), now.get() + LEASE.toNanos());
        await().until(() -> called.getCount() == 0);
    }

    @Test
    void afterTheLeaseOnTheSlotsNothingPassesAndWhatWasGrantedBeforeIsNotSent() {
        DownstreamGate gate = gate(4, 0);
        Permit permit = granted(gate, Traffic.CALL);
        assertThat(permit.holds()).isTrue();

        now.addAndGet(LEASE.toNanos());

        assertThat(permit.holds()).isFalse();
        assertThat(gate.admit(asking(ONE, () -> {}))).isInstanceOf(Admission.InLine.class);
        assertThat(gate.view().slots()).isZero();
        assertThat(gate.ask(LEASE).map(SlotAsk::keep)).contains(0);
    }

    @Test
    void whatIsInUseIsKeptUntilItsCallsHaveEndedAndOnlyThenGivenBack() {
        DownstreamGate gate = gate(4, 0);
        List<Permit> inUse =
                List.of(granted(gate, Traffic.CALL), granted(gate, Traffic.CALL), granted(gate, Traffic.QUERY));

        assertThat(gate.granted(new SlotGrant(4, 1, 0), now.get() + LEASE.toNanos()))
                .as("one is free to be given back")
                .isTrue();
        assertThat(gate.ask(LEASE).map(SlotAsk::keep)).contains(3);
        gate.granted(new SlotGrant(3, 1, Double.POSITIVE_INFINITY), now.get() + LEASE.toNanos());
        inUse.get(0).release(true);

        assertThat(gate.admit(asking(ONE, () -> {}))).isInstanceOf(Admission.InLine.class);
        assertThat(gate.ask(LEASE).map(SlotAsk::keep)).contains(2);
        assertThat(inUse.get(1).holds()).isTrue();
    }

    @Test
    void slotsThatNobodyHasWantedForALeaseAreGivenBack() {
        DownstreamGate gate = gate(4, 0);
        granted(gate, Traffic.CALL).release(true);
        gate.ask(LEASE);
        gate.granted(new SlotGrant(4, 4, Double.POSITIVE_INFINITY), Long.MAX_VALUE);

        assertThat(gate.ask(LEASE).map(SlotAsk::leaves)).contains(false);
        now.addAndGet(LEASE.toNanos() + 1);
        assertThat(gate.ask(LEASE)).contains(new SlotAsk("bank", new Caps(4, 0), 0, 0, true));
        gate.granted(SlotGrant.NONE, Long.MAX_VALUE);

        assertThat(gate.ask(LEASE)).isEmpty();
        assertThat(gate.admit(asking(ONE, () -> {}))).isInstanceOf(Admission.InLine.class);
        assertThat(calledForSlots.get()).isEqualTo(2);
    }

    @Test
    void afterAnOutageTheDownstreamIsProbedByOneAtATimeAndThenTwiceAsManyEachSecond() {
        DownstreamGate gate = gate(64, 0);
        openCircuit(gate);
        await().pollInterval(Duration.ofMillis(50))
                .until(() -> gate.admit(asking(ONE, () -> {})) instanceof Admission.Granted granted
                        && released(granted.permit()));
        assertThat(gate.circuit()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
        assertThat(inUseAtMost(gate)).as("while it is probed").isEqualTo(1);
        while (gate.circuit() == CircuitBreaker.State.HALF_OPEN) {
            invited(gate).release(true);
        }

        assertThat(gate.circuit()).isEqualTo(CircuitBreaker.State.CLOSED);
        for (int expected : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            assertThat(inUseAtMost(gate)).isEqualTo(expected);
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            gate.granted(new SlotGrant(64, 64, Double.POSITIVE_INFINITY), now.get() + LEASE.toNanos());
        }
    }

    private static boolean released(Permit permit) {
        permit.release(true);
        return true;
    }

    private static void openCircuit(DownstreamGate gate) {
        while (gate.circuit() == CircuitBreaker.State.CLOSED) {
            granted(gate, Traffic.CALL).release(false);
        }
    }

    /** How many calls get in beside each other; they are out again afterwards. */
    private static int inUseAtMost(DownstreamGate gate) {
        List<Permit> permits = new CopyOnWriteArrayList<>();
        while (gate.admit(new Asking(Traffic.CALL, ONE, true, () -> {})) instanceof Admission.Granted granted) {
            permits.add(granted.permit());
        }
        permits.forEach(Permit::giveBack);
        return permits.size();
    }

    private DownstreamGate ungranted(int slots, int rate) {
        return new DownstreamGate("bank", new Caps(slots, rate), workers, now::get, calledForSlots::incrementAndGet);
    }

    /** A gate with all the slots there are, for the length of a lease. */
    private DownstreamGate gate(int slots, int rate) {
        DownstreamGate gate = ungranted(slots, rate);
        double share = rate == 0 ? Double.POSITIVE_INFINITY : rate;
        gate.granted(new SlotGrant(slots, slots, share), now.get() + LEASE.toNanos());
        return gate;
    }

    private static Asking asking(Party party, Runnable tryAgain) {
        return new Asking(Traffic.CALL, party, false, tryAgain);
    }

    private static Permit granted(DownstreamGate gate, Traffic traffic) {
        return permit(gate, new Asking(traffic, ONE, false, () -> {}));
    }

    /** Passes as one that was called from the line does. */
    private static Permit invited(DownstreamGate gate) {
        return permit(gate, new Asking(Traffic.CALL, ONE, true, () -> {}));
    }

    private static Permit permit(DownstreamGate gate, Asking asking) {
        Admission admission = gate.admit(asking);
        assertThat(admission).isInstanceOf(Admission.Granted.class);
        return ((Admission.Granted) admission).permit();
    }

    /** Asks until it is let through, once for each time it is called. */
    private record Caller(DownstreamGate gate, boolean invited, AtomicInteger done) implements Runnable {
        @Override
        public void run() {
            Asking asking = new Asking(Traffic.CALL, ONE, invited, new Caller(gate, true, done));
            if (gate.admit(asking) instanceof Admission.Granted granted) {
                done.incrementAndGet();
                granted.permit().release(true);
            }
        }
    }
}
