package io.querent.runtime.action;

import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a saga stands where it stands, in one sentence, and until when.
 *
 * @param sentence for people
 * @param until when it goes on by itself; null when nothing is due
 */
public record Standing(String sentence, @Nullable Instant until) {

    /**
     * Reads it out of a saga. Pure.
     *
     * @param definition null when this node does not have it
     */
    public static Standing of(SagaRow row, SagaState state, @Nullable SagaDefinition<?> definition, Instant now) {
        SagaStatus status = row.status();
        if (status.isFinal()) {
            return new Standing(ended(status), null);
        } else if (status == SagaStatus.PAUSED) {
            return new Standing("A person has paused it. Nothing new is begun until somebody resumes it.", null);
        } else if (!state.reviews().isEmpty() && status == SagaStatus.IN_REVIEW) {
            return new Standing("It waits for a person to decide: " + cases(state) + ".", null);
        }
        Optional<OperationState> inFlight = first(state, OperationStatus.IN_FLIGHT);
        if (inFlight.isPresent()) {
            return new Standing("A call of " + inFlight.get().name() + " is under way" + on(row) + ".", row.wakeAt());
        }
        Instant until =
                definition == null ? row.wakeAt() : wake(definition, state, now).orElse(row.wakeAt());
        return new Standing(waiting(state, status), until);
    }

    private static String ended(SagaStatus status) {
        return switch (status) {
            case COMPLETED -> "It has ended: every step succeeded or was skipped.";
            case COMPENSATED -> "It has ended: every effect is proved undone, or declared to need no undo.";
            case FAILED -> "It has ended with nothing done and nothing to make good.";
            default -> "A person has ended it although something is not proved or not made good.";
        };
    }

    private static String cases(SagaState state) {
        return String.join(
                ", ",
                state.reviews().entrySet().stream()
                        .map(review -> (review.getKey().equals(SagaState.WHOLE) ? "the saga" : review.getKey()) + " ("
                                + review.getValue().reason() + ")")
                        .toList());
    }

    private static String waiting(SagaState state, SagaStatus status) {
        for (OperationStatus each : List.of(
                OperationStatus.UNKNOWN,
                OperationStatus.PENDING,
                OperationStatus.BACKING_OFF,
                OperationStatus.AWAITING)) {
            Optional<OperationState> operation = first(state, each);
            if (operation.isPresent()) {
                return sentence(operation.get());
            }
        }
        return status == SagaStatus.COMPENSATING ? "It is making good for what was done." : "It is due to go on.";
    }

    private static String sentence(OperationState operation) {
        String name = operation.name();
        return switch (operation.status()) {
            case UNKNOWN ->
                "Nobody can say whether " + name + " took effect. The downstream is asked; nothing is sent again"
                        + " before it has answered.";
            case PENDING -> "The downstream has accepted " + name + " and has not finished. It is asked again.";
            case BACKING_OFF ->
                "The last try of " + name + " certainly had no effect. It is tried again under the same key.";
            default -> name + " waits for its time, a word from outside, an approval or its items.";
        };
    }

    private static Optional<Instant> wake(SagaDefinition<?> definition, SagaState state, Instant now) {
        return Effects.of(definition, state, now).stream()
                .filter(Effect.WakeAt.class::isInstance)
                .map(effect -> ((Effect.WakeAt) effect).time())
                .findFirst();
    }

    private static Optional<OperationState> first(SagaState state, OperationStatus status) {
        return state.operations().values().stream()
                .filter(operation -> operation.status() == status)
                .min(Comparator.comparing(
                        operation -> operation.waiting().dueAt(), Comparator.nullsLast(Comparator.naturalOrder())));
    }

    private static String on(SagaRow row) {
        return row.owner() == null ? "" : " on node " + row.owner();
    }
}
