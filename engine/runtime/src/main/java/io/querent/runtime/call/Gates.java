package io.querent.runtime.call;

import io.querent.runtime.slots.Caps;
import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gates of all downstreams, by name, and one for local transactions, which bounds the connections they take. A downstream's gate lets
 * nothing through before it is {@link DownstreamGate#granted granted} slots. Thread-safe.
 */
public final class Gates {
    private final Map<String, DownstreamGate> gates = new ConcurrentHashMap<>();
    private final DownstreamGate local;
    private final Workers workers;
    private volatile Runnable wanted = () -> {};

    /** @param localTransactions how many local transactions run at a time */
    public Gates(int localTransactions, Workers workers) {
        this.workers = workers;
        this.local = DownstreamGate.unshared("local-transactions", localTransactions, workers);
    }

    /** The gate that the operation passes. */
    public DownstreamGate of(OperationDefinition<?, ?, ?> operation) {
        return operation.downstream().map(this::of).orElse(local);
    }

    /** All gates in use, by downstream. */
    public Map<String, DownstreamGate> all() {
        return Map.copyOf(gates);
    }

    /** The gate of local transactions. */
    public DownstreamGate local() {
        return local;
    }

    /** {@code listener} is told from now on when a gate wants slots and has none. It must not block. */
    public void whenWanted(Runnable listener) {
        wanted = listener;
    }

    private DownstreamGate of(Downstream downstream) {
        return gates.computeIfAbsent(
                downstream.name(),
                name -> new DownstreamGate(
                        name,
                        new Caps(downstream.concurrency(), downstream.ratePerSecond()),
                        workers,
                        System::nanoTime,
                        () -> wanted.run()));
    }
}
