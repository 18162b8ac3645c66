package io.querent.runtime.call;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.querent.saga.Downstream;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What stands in front of one downstream: a cap on calls at a time, a cap on calls a second, a circuit breaker. A saga that
 * finds a cap reached waits in line without a thread and is told when it may try again; an open circuit refuses at once, which
 * proves that nothing was sent. Calls and queries share the caps and have a breaker each, so that lost answers do not keep the
 * engine from asking. Thread-safe.
 */
public final class DownstreamGate {
    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(50);

    private final Bulkhead bulkhead;
    private final @Nullable RateLimiter rate;
    private final Duration ratePeriod;
    private final CircuitBreaker calls;
    private final CircuitBreaker queries;
    private final Workers workers;
    private final Queue<Runnable> line = new ConcurrentLinkedQueue<>();

    /** What may pass. */
    public enum Traffic {
        /** An attempt of an operation. */
        CALL,
        /** A question about one. */
        QUERY
    }

    /** What the gate says. */
    public sealed interface Admission {
        /** Go. {@link Permit#release} has to follow. */
        record Granted(Permit permit) implements Admission {}

        /** A cap is reached; the caller was put in line. */
        record InLine() implements Admission {}

        /** Nothing may be sent now, and nothing was. */
        record Refused(String code, String message) implements Admission {}
    }

    DownstreamGate(String name, int concurrency, int ratePerSecond, Workers workers) {
        this.bulkhead = Bulkhead.of(
                name,
                BulkheadConfig.custom()
                        .maxConcurrentCalls(concurrency)
                        .maxWaitDuration(Duration.ZERO)
                        .build());
        this.ratePeriod = periodOf(ratePerSecond);
        this.rate = ratePerSecond == 0 ? null : rateLimiter(name, ratePerSecond, ratePeriod);
        this.calls = breaker(name);
        this.queries = breaker(name + "-queries");
        this.workers = workers;
    }

    static DownstreamGate of(Downstream downstream, Workers workers) {
        return new DownstreamGate(downstream.name(), downstream.concurrency(), downstream.ratePerSecond(), workers);
    }

    /**
     * Asks to pass.
     *
     * @param tryAgain called on a worker when the caller is in line and its turn has come: it asks again then
     */
    public Admission admit(Traffic traffic, Runnable tryAgain) {
        if (!bulkhead.tryAcquirePermission()) {
            line.add(tryAgain);
            return admitAfterRace();
        }
        CircuitBreaker breaker = traffic == Traffic.CALL ? calls : queries;
        if (!breaker.tryAcquirePermission()) {
            leave();
            return new Admission.Refused(
                    "circuit-open", "too many of the latest calls to " + bulkhead.getName() + " went wrong");
        }
        if (rate != null && !rate.acquirePermission()) {
            breaker.releasePermission();
            bulkhead.onComplete();
            line.add(tryAgain);
            workers.tick(ratePeriod, this::callNext);
            return new Admission.InLine();
        }
        return new Admission.Granted(new Permit(breaker));
    }

    /** A caller whose turn in line had come has no use for it any more: the next one may try. */
    public void passOn() {
        if (bulkhead.getMetrics().getAvailableConcurrentCalls() > 0) {
            callNext();
        }
    }

    /** The breaker's state for calls, for health and metrics. */
    public CircuitBreaker.State circuit() {
        return calls.getState();
    }

    /** Sagas in line. */
    public int waiting() {
        return line.size();
    }

    /** The last permit may have come back just before the caller stood in line: then nobody else would call it. */
    private Admission admitAfterRace() {
        passOn();
        return new Admission.InLine();
    }

    private void leave() {
        bulkhead.onComplete();
        callNext();
    }

    private void callNext() {
        Runnable next = line.poll();
        if (next != null) {
            workers.execute(next);
        }
    }

    /** The right to one call. */
    public final class Permit {
        private final CircuitBreaker breaker;
        private final long begun = System.nanoTime();
        private final AtomicBoolean released = new AtomicBoolean();

        private Permit(CircuitBreaker breaker) {
            this.breaker = breaker;
        }

        /** The call has really ended. {@code healthy} tells whether the downstream gave a proper answer. */
        public void release(boolean healthy) {
            if (!released.compareAndSet(false, true)) {
                return;
            }
            long took = System.nanoTime() - begun;
            if (healthy) {
                breaker.onSuccess(took, TimeUnit.NANOSECONDS);
            } else {
                breaker.onError(took, TimeUnit.NANOSECONDS, new UnhealthyAnswer());
            }
            leave();
        }

        /** The call was never made. */
        public void giveBack() {
            if (released.compareAndSet(false, true)) {
                breaker.releasePermission();
                leave();
            }
        }
    }

    private static final class UnhealthyAnswer extends Exception {
        private static final long serialVersionUID = 1L;

        UnhealthyAnswer() {
            super(null, null, false, false);
        }
    }

    private static CircuitBreaker breaker(String name) {
        return CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(50)
                        .minimumNumberOfCalls(20)
                        .failureRateThreshold(60)
                        .waitDurationInOpenState(OPEN)
                        .permittedNumberOfCallsInHalfOpenState(5)
                        .build());
    }

    private static Duration periodOf(int ratePerSecond) {
        if (ratePerSecond == 0) {
            return Duration.ZERO;
        }
        Duration one = Duration.ofSeconds(1).dividedBy(ratePerSecond);
        return one.compareTo(SHORTEST_PERIOD) < 0 ? SHORTEST_PERIOD : one;
    }

    private static RateLimiter rateLimiter(String name, int ratePerSecond, Duration period) {
        int perPeriod = (int) Math.max(1, ratePerSecond * period.toMillis() / 1000);
        return RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(perPeriod)
                        .limitRefreshPeriod(period)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }
}
