package io.querent.runtime.work;

import io.querent.runtime.call.DownstreamGate;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which operations of one saga stand in line at a gate, and which were called from there and have still to ask again. A call must not
 * be wasted: who has no use for it lets the next one try. Confined to the thread that works through the saga's inbox.
 */
final class GateLines {
    private final Function<String, Optional<DownstreamGate>> gates;
    private final Set<String> waiting = new HashSet<>();
    private final Set<String> called = new HashSet<>();

    /** @param gates the gate of an operation, by its name */
    GateLines(Function<String, Optional<DownstreamGate>> gates) {
        this.gates = gates;
    }

    /** Operations in line now. */
    Set<String> waiting() {
        return waiting;
    }

    /** Operations called from a line that have not asked again. */
    Set<String> called() {
        return called;
    }

    void call(String operation) {
        waiting.remove(operation);
        called.add(operation);
    }

    void stand(String operation) {
        waiting.add(operation);
    }

    /** The turn is planned: some operations were put in line, some of those that were called had no use for it. */
    void afterTurn(Turn<?> turn) {
        Set<String> callers = Set.copyOf(called);
        called.clear();
        waiting.addAll(turn.inLine());
        passOn(turn.unused(callers));
    }

    /** The turn was planned on another thread meanwhile, and a gate may have called before this: who was called asks again. */
    void afterTurnElsewhere(Turn<?> turn) {
        for (String operation : turn.inLine()) {
            if (!called.remove(operation)) {
                waiting.add(operation);
            }
        }
    }

    /** Nothing will be asked for any more. */
    void leave() {
        waiting.clear();
        passOn(called);
        called.clear();
    }

    private void passOn(Set<String> operations) {
        operations.forEach(operation -> gates.apply(operation).ifPresent(DownstreamGate::passOn));
    }
}
