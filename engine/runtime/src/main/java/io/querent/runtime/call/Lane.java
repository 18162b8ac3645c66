package io.querent.runtime.call;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Calls to one downstream, or queries: their circuit breaker, their line, and how many are under way. Guarded by the lock of the gate
 * that it is part of.
 */
final class Lane {
    /** The first pause of an open circuit is short, for a hiccup; an outage is probed rarely, by each node at a time of its own. */
    private static final IntervalFunction PAUSES =
            IntervalFunction.ofExponentialRandomBackoff(Duration.ofSeconds(2), 2.0, 0.5, Duration.ofSeconds(30));

    final CircuitBreaker breaker;
    final Line line = new Line();
    final Ramp ramp = new Ramp();
    final LongAdder sent = new LongAdder();
    int inUse;

    /** @param nanos a monotonic clock */
    Lane(String name, LongSupplier nanos) {
        this.breaker = CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(50)
                        .minimumNumberOfCalls(20)
                        .failureRateThreshold(60)
                        .waitIntervalFunctionInOpenState(PAUSES)
                        .permittedNumberOfCallsInHalfOpenState(5)
                        .build());
        breaker.getEventPublisher().onStateTransition(event -> {
            switch (event.getStateTransition().getToState()) {
                case HALF_OPEN -> ramp.probe(inUse);
                case CLOSED -> ramp.rise(nanos.getAsLong());
                default -> ramp.rest();
            }
        });
    }

    /** How many more the ramp lets through. */
    int room(long now) {
        int permitted = ramp.permitted(now);
        return permitted == Integer.MAX_VALUE ? permitted : permitted - inUse;
    }
}
