package io.querent.decision;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of one operation. Immutable.
 *
 * @param name name within the saga
 * @param status where it stands
 * @param request the frozen request; null before the first attempt
 * @param attempts attempts so far
 * @param waiting what it waits for
 * @param conclusion how it ended; null before
 * @param heard what the downstream told unasked and what has not decided yet, or is against how it ended; null when nothing
 * @param revision number of the event that last changed where it stands, or what is said of it: what a person has to have seen
 *     who decides about it
 */
public record OperationState(
        String name,
        OperationStatus status,
        @Nullable FrozenRequest request,
        Attempts attempts,
        Waiting waiting,
        @Nullable Conclusion conclusion,
        @Nullable QueryAnswer heard,
        long revision) {

    static OperationState planned(String name) {
        return new OperationState(name, OperationStatus.PLANNED, null, Attempts.NONE, Waiting.NOTHING, null, null, 0);
    }

    /** The result, when the effect happened, in time or late: JSON text. */
    public Optional<String> result() {
        if (conclusion instanceof Conclusion.Result result) {
            return Optional.of(result.json());
        } else if (conclusion instanceof Conclusion.Overtaken overtaken) {
            return Optional.of(overtaken.json());
        } else if (conclusion instanceof Conclusion.Reversed reversed) {
            return Optional.of(reversed.json());
        }
        return Optional.empty();
    }

    /** Whether the effect happened and has to be made good when the saga turns back. */
    public boolean stands() {
        return result().isPresent() && !isMadeGood() && !(conclusion instanceof Conclusion.Reversed);
    }

    /** Whether a person has made good for the effect outside the engine. */
    boolean isMadeGood() {
        return conclusion instanceof Conclusion.Result result && result.madeGood()
                || conclusion instanceof Conclusion.Overtaken overtaken && overtaken.madeGood();
    }

    /** Whether an attempt may have been sent, as far as anybody knows. */
    boolean mayHaveBeenSent() {
        return attempts.started() > 0 || attempts.uncertain() > 0;
    }

    /** Whether the engine or a person gave it up, without the downstream's own word that there is no effect. */
    boolean isGivenUp() {
        return conclusion instanceof Conclusion.Refused refused && refused.byUs();
    }

    OperationState with(OperationStatus next, Attempts newAttempts, Waiting newWaiting) {
        return new OperationState(name, next, request, newAttempts, newWaiting, null, heard, revision);
    }

    OperationState with(Attempts newAttempts) {
        return new OperationState(name, status, request, newAttempts, waiting, conclusion, heard, revision);
    }

    OperationState freeze(@Nullable FrozenRequest first) {
        return first == null
                ? this
                : new OperationState(name, status, first, attempts, waiting, conclusion, heard, revision);
    }

    OperationState conclude(OperationStatus end, Conclusion how) {
        QueryAnswer against = heard != null && how.leavesOpen(heard) ? heard : null;
        return new OperationState(name, end, request, attempts, Waiting.NOTHING, how, against, revision);
    }

    OperationState hear(@Nullable QueryAnswer answer) {
        return new OperationState(name, status, request, attempts, waiting, conclusion, answer, revision);
    }

    OperationState revised(long number) {
        return new OperationState(name, status, request, attempts, waiting, conclusion, heard, number);
    }
}
