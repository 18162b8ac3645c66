package io.querent.runtime.call;

import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The gates of all downstreams, by name, and one for local transactions, which bounds the connections they take. Thread-safe. */
public final class Gates {
    private final Map<String, DownstreamGate> gates = new ConcurrentHashMap<>();
    private final DownstreamGate local;
    private final Workers workers;

    /** @param localTransactions how many local transactions run at a time */
    public Gates(int localTransactions, Workers workers) {
        this.workers = workers;
        this.local = new DownstreamGate("local-transactions", localTransactions, 0, workers);
    }

    /** The gate that the operation passes. */
    public DownstreamGate of(OperationDefinition<?, ?, ?> operation) {
        return operation.downstream().map(this::of).orElse(local);
    }

    /** All gates in use, by downstream. */
    public Map<String, DownstreamGate> all() {
        return Map.copyOf(gates);
    }

    private DownstreamGate of(Downstream downstream) {
        return gates.computeIfAbsent(downstream.name(), name -> DownstreamGate.of(downstream, workers));
    }
}
