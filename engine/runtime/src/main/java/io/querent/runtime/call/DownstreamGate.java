package io.querent.runtime.call;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.querent.runtime.journal.Party;
import io.querent.runtime.slots.Caps;
import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What stands in front of one downstream: this node's part of the cap on calls at a time and of the cap on calls a second, and a circuit
 * breaker. A saga that finds a cap reached waits in line without a thread and is told when it may try again; an open circuit refuses at
 * once, which proves that nothing was sent. Calls and queries share the caps and have a breaker each, so that lost answers do not keep
 * the engine from asking. Thread-safe; nothing blocks in here.
 */
public final class DownstreamGate {
    private static final long SHORTEST_LOOK = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_LOOK = TimeUnit.SECONDS.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final String name;
    private final Lane calls;
    private final Lane queries;
    private final Holding holding;
    private final Pace pace;
    private final Workers workers;
    private final LongSupplier nanos;
    private final Runnable wanted;
    private final LongAdder operations = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private int invitations;
    private boolean queriesNext;
    private boolean lookPlanned;
    private long lookAt;

    /** What may pass. */
    public enum Traffic {
        /** An attempt of an operation. */
        CALL,
        /** A question about one. */
        QUERY
    }

    /**
     * Who asks to pass.
     *
     * @param party with whom it shares a place in the line
     * @param invited whether it was called from the line and has not asked since
     * @param tryAgain called on a worker when the caller is in line and its turn has come: it asks again then, invited
     */
    public record Asking(Traffic traffic, Party party, boolean invited, Runnable tryAgain) {}

    /** What the gate says. */
    public sealed interface Admission {
        /** Go. {@link Permit#release} has to follow. */
        record Granted(Permit permit) implements Admission {}

        /** A cap is reached; the caller was put in line. */
        record InLine() implements Admission {}

        /** Nothing may be sent now, and nothing was. */
        record Refused(String code, String message) implements Admission {}
    }

    /** @param wanted told when slots are wanted where none were; must not block */
    DownstreamGate(String name, Caps caps, Workers workers, LongSupplier nanos, Runnable wanted) {
        this.name = name;
        this.calls = new Lane(name, nanos);
        this.queries = new Lane(name + "-queries", nanos);
        this.holding = new Holding(name, caps, nanos.getAsLong());
        this.pace = new Pace(nanos.getAsLong());
        this.workers = workers;
        this.nanos = nanos;
        this.wanted = wanted;
    }

    /** A gate that shares its slots with nobody and has them for ever. */
    static DownstreamGate unshared(String name, int slots, Workers workers) {
        DownstreamGate gate = new DownstreamGate(name, new Caps(slots, 0), workers, () -> 0, () -> {});
        gate.holding.granted(new SlotGrant(slots, slots, Double.POSITIVE_INFINITY), 0, Long.MAX_VALUE);
        return gate;
    }

    /** Asks to pass. */
    public Admission admit(Asking asking) {
        return guarded(() -> {
            Lane lane = asking.traffic() == Traffic.CALL ? calls : queries;
            if (asking.invited()) {
                invitations = Math.max(0, invitations - 1);
            }
            boolean behindOthers = !asking.invited() && !lane.line.isEmpty();
            Admission admission = behindOthers ? stand(lane, asking) : enter(lane, asking);
            if (holding.want(demand())) {
                wanted.run();
            }
            return admission;
        });
    }

    /** A caller whose turn in line had come has no use for it any more: the next one may try. */
    public void passOn() {
        guarded(() -> {
            invitations = Math.max(0, invitations - 1);
            serve();
            return null;
        });
    }

    /** An operation's first attempt was begun. */
    public void begin() {
        operations.increment();
    }

    /** What this node has to tell about its slots; empty when it has none and wants none. */
    public Optional<SlotAsk> ask(Duration idleAfter) {
        return guarded(() -> holding.ask(inUse(), demand(), idleAfter, nanos.getAsLong()));
    }

    /** Gives everything up: nothing passes any more. Returns what to tell about it; empty when there was nothing. */
    public Optional<SlotAsk> leave() {
        return guarded(holding::leave);
    }

    /**
     * Slots are this node's from now on.
     *
     * @param leaseEnds until when, in this process's {@link System#nanoTime}
     * @return whether some of them can be given back to others at once
     */
    public boolean granted(SlotGrant grant, long leaseEnds) {
        return guarded(() -> {
            boolean gaveUp = holding.granted(grant, inUse(), leaseEnds);
            serve();
            return gaveUp;
        });
    }

    /**
     * Looks whether somebody in line could pass. To be called now and then: it makes good for a caller that was lost between its call and
     * its turn.
     */
    public void look() {
        guarded(() -> {
            invitations = 0;
            serve();
            return null;
        });
    }

    /** The gate in numbers. */
    public DownstreamView view() {
        return guarded(() -> new DownstreamView(
                operations.sum(),
                calls.sent.sum(),
                queries.sent.sum(),
                refusals.sum(),
                holding.limit(nanos.getAsLong()),
                inUse(),
                waiting(),
                circuit() == CircuitBreaker.State.CLOSED));
    }

    /** The breaker's state for calls. */
    CircuitBreaker.State circuit() {
        return calls.breaker.getState();
    }

    private Admission enter(Lane lane, Asking asking) {
        long now = nanos.getAsLong();
        if (holding.limit(now) - inUse() < 1) {
            return stand(lane, asking);
        }
        if (!lane.breaker.tryAcquirePermission()) {
            refusals.increment();
            serve();
            return new Admission.Refused("circuit-open", "too many of the latest calls to " + name + " went wrong");
        }
        double rate = rate(lane, now);
        if (lane.room(now) < 1 || pace.allowed(rate, now) < 1) {
            lane.breaker.releasePermission();
            return stand(lane, asking);
        }
        pace.take();
        lane.inUse++;
        return new Admission.Granted(new Permit(lane));
    }

    private Admission stand(Lane lane, Asking asking) {
        if (asking.invited()) {
            lane.line.addFirst(asking.party(), asking.tryAgain());
        } else {
            lane.line.addLast(asking.party(), asking.tryAgain());
        }
        serve();
        return new Admission.InLine();
    }

    /** Calls as many from the line as could pass, calls and queries in turns. */
    private void serve() {
        long now = nanos.getAsLong();
        Lane lane = nextLane(now);
        while (lane != null) {
            double rate = rate(lane, now);
            if (pace.allowed(rate, now) - invitations < 1) {
                plan(now, Math.max(SHORTEST_LOOK, pace.untilAllowed(rate)));
                return;
            }
            Runnable next = lane.line.poll();
            if (next != null) {
                invitations++;
                queriesNext = lane == calls;
                workers.execute(next);
            }
            lane = nextLane(now);
        }
        if ((waits(calls) && calls.ramp.isRising()) || (waits(queries) && queries.ramp.isRising())) {
            plan(now, LONGEST_LOOK / 4);
        }
    }

    private @Nullable Lane nextLane(long now) {
        int free = holding.limit(now) - inUse() - invitations;
        Lane first = queriesNext ? queries : calls;
        Lane second = queriesNext ? calls : queries;
        if (free > 0 && waits(first) && first.room(now) - invitations > 0) {
            return first;
        }
        return free > 0 && waits(second) && second.room(now) - invitations > 0 ? second : null;
    }

    /** A later look that is planned already stays planned: one look too many does no harm. */
    private void plan(long now, long delay) {
        long shortened = Math.min(LONGEST_LOOK, delay);
        if (!lookPlanned || now + shortened - lookAt < 0) {
            lookPlanned = true;
            lookAt = now + shortened;
            workers.tick(Duration.ofNanos(shortened), this::plannedLook);
        }
    }

    private void plannedLook() {
        guarded(() -> {
            lookPlanned = false;
            serve();
            return null;
        });
    }

    private double rate(Lane lane, long now) {
        return holding.ratePerSecond() * lane.ramp.part(holding.limit(now), now);
    }

    private int inUse() {
        return calls.inUse + queries.inUse;
    }

    private int waiting() {
        return calls.line.size() + queries.line.size();
    }

    private int demand() {
        return inUse() + waiting();
    }

    private static boolean waits(Lane lane) {
        return !lane.line.isEmpty();
    }

    private <T extends @Nullable Object> T guarded(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** The right to one call. */
    public final class Permit {
        private final Lane lane;
        private final long begun = System.nanoTime();
        private final AtomicBoolean released = new AtomicBoolean();

        private Permit(Lane lane) {
            this.lane = lane;
        }

        /**
         * Whether the slot is still this node's. It is not once the lease on the slots has ended since the permit was granted: nothing may
         * be sent then.
         */
        public boolean holds() {
            return guarded(() -> holding.covers(inUse(), nanos.getAsLong()));
        }

        /** The call is being made. */
        void sent() {
            lane.sent.increment();
        }

        /** The call has really ended. {@code healthy} tells whether the downstream gave a proper answer. */
        public void release(boolean healthy) {
            if (!released.compareAndSet(false, true)) {
                return;
            }
            long took = System.nanoTime() - begun;
            guarded(() -> {
                if (healthy) {
                    lane.breaker.onSuccess(took, TimeUnit.NANOSECONDS);
                } else {
                    lane.breaker.onError(took, TimeUnit.NANOSECONDS, new UnhealthyAnswer());
                }
                return leave();
            });
        }

        /** The call was never made. */
        public void giveBack() {
            if (released.compareAndSet(false, true)) {
                guarded(() -> {
                    lane.breaker.releasePermission();
                    return leave();
                });
            }
        }

        private @Nullable Void leave() {
            lane.inUse--;
            serve();
            return null;
        }
    }

    private static final class UnhealthyAnswer extends Exception {
        private static final long serialVersionUID = 1L;

        UnhealthyAnswer() {
            super(null, null, false, false);
        }
    }
}
