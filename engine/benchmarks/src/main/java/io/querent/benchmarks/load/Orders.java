package io.querent.benchmarks.load;

import io.querent.benchmarks.contender.Order;
import java.util.concurrent.atomic.AtomicLong;

/** Orders whose numbers nobody used before. Thread-safe. */
public final class Orders {
    private final String prefix;
    private final AtomicLong next = new AtomicLong();

    /** @param run what sets this run's numbers apart from those of earlier runs on the same database */
    public Orders(String run) {
        this.prefix = "order-" + run + "-";
    }

    Order next() {
        long index = next.incrementAndGet();
        return Order.numbered(prefix + index, index);
    }
}
