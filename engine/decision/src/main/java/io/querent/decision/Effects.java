package io.querent.decision;

import io.querent.saga.OperationKind;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a saga needs done now. Pure: asking twice gives the same answer, so whoever carries effects out keeps count of them. */
public final class Effects {
    private Effects() {}

    /**
     * Everything that is due at {@code now}, and the earliest time at which something else will be. Where the saga's deadline has come,
     * nothing else is due before that is decided.
     *
     * @return empty when the saga has ended, waits for calls in flight only, or waits for a person
     */
    public static List<Effect> of(SagaDefinition<?> definition, SagaState state, Instant now) {
        List<Effect> effects = new ArrayList<>();
        if (state.end() != null) {
            return effects;
        }
        Progress progress = new Progress(definition, state);
        Instant wake = Deadlines.of(definition, state).orElse(null);
        if (wake != null && !wake.isAfter(now)) {
            effects.add(new Effect.PassDeadline());
            return effects;
        }
        progress.startable().forEach(name -> effects.add(beginning(definition, name)));
        for (OperationState operation : state.operations().values()) {
            if (!progress.heedsTimeOf(operation)) {
                continue;
            }
            Instant due = progress.dueAt(operation);
            if (due.isAfter(now)) {
                wake = earlier(wake, due);
            } else {
                effects.add(whenDue(progress, operation));
            }
        }
        if (wake != null) {
            effects.add(new Effect.WakeAt(wake));
        }
        return effects;
    }

    private static Effect beginning(SagaDefinition<?> definition, String name) {
        return definition
                .operation(name)
                .filter(operation -> operation.kind() != OperationKind.PUBLISH)
                .<Effect>map(operation -> new Effect.Attempt(name))
                .orElseGet(() -> new Effect.Begin(name));
    }

    private static Effect whenDue(Progress progress, OperationState operation) {
        if (operation.status() == OperationStatus.AWAITING) {
            return new Effect.EndWait(operation.name());
        }
        return progress.mayAttempt(operation) ? new Effect.Attempt(operation.name()) : new Effect.Ask(operation.name());
    }

    private static Instant earlier(@Nullable Instant one, Instant other) {
        return one == null || other.isBefore(one) ? other : one;
    }
}
