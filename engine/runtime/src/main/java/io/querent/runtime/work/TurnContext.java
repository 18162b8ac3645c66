package io.querent.runtime.work;

import io.querent.decision.Owner;
import io.querent.runtime.call.DownstreamGate.Admission;
import io.querent.runtime.call.DownstreamGate.Traffic;
import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a {@link Turn} needs to know of the saga it belongs to and of the engine around it. Immutable.
 *
 * @param now the time of the turn, the same throughout
 * @param busy operations that are being called, asked for, or stand in line at a gate
 * @param tryAgain told the operation's name when its turn in a gate's line has come
 */
record TurnContext<I>(
        EngineParts parts,
        SagaDefinition<I> definition,
        Owner owner,
        Instant now,
        Set<String> busy,
        Consumer<String> tryAgain) {
    TurnContext {
        busy = Set.copyOf(busy);
    }

    /** A jitter draw in [0, 1). */
    double draw() {
        return parts.draws().getAsDouble();
    }

    /** Asks the operation's gate; when a cap is reached, the saga is put in line. */
    Admission admit(OperationDefinition<I, ?, ?> operation, Traffic traffic) {
        return parts.gates().of(operation).admit(traffic, () -> tryAgain.accept(operation.name()));
    }

    OperationDefinition<I, ?, ?> operation(String name) {
        return definition.operation(name).orElseThrow();
    }
}
