package io.querent.runtime.work;

import io.querent.decision.Owner;
import io.querent.runtime.call.DownstreamGate.Admission;
import io.querent.runtime.call.DownstreamGate.Asking;
import io.querent.runtime.call.DownstreamGate.Traffic;
import io.querent.runtime.journal.Party;
import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a {@link Turn} needs to know of the saga it belongs to and of the engine around it. Immutable.
 *
 * @param now the time of the turn, the same throughout
 * @param party with whom the saga shares its place in a gate's line
 * @param busy operations that are being called, asked for, or stand in line at a gate
 * @param called operations whose turn in a gate's line has come
 * @param tryAgain told the operation's name when its turn in a gate's line has come
 */
record TurnContext<I>(
        EngineParts parts,
        SagaDefinition<I> definition,
        Owner owner,
        Party party,
        Instant now,
        Set<String> busy,
        Set<String> called,
        Consumer<String> tryAgain) {
    TurnContext {
        busy = Set.copyOf(busy);
        called = Set.copyOf(called);
    }

    /** A jitter draw in [0, 1). */
    double draw() {
        return parts.draws().getAsDouble();
    }

    /** Asks the operation's gate; when a cap is reached, the saga is put in line. */
    Admission admit(OperationDefinition<I, ?, ?> operation, Traffic traffic) {
        String name = operation.name();
        return parts.gates()
                .of(operation)
                .admit(new Asking(traffic, party, called.contains(name), () -> tryAgain.accept(name)));
    }

    OperationDefinition<I, ?, ?> operation(String name) {
        return definition.operation(name).orElseThrow();
    }
}
