package io.querent.decision;

import io.querent.saga.CompensationDefinition;
import io.querent.saga.OperationDefinition;
import io.querent.saga.StepDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which of a step's compensations it is the turn of: the first, or the one that follows a definite refusal with a code that leads to it.
 * Where parts took effect only a rest is left, and those that cannot make good for a part are passed over. Pure.
 */
final class UndoTurn {
    private UndoTurn() {}

    /** An undo, and the refusals of the one before that lead to it. */
    private record Candidate(OperationDefinition<?, ?, ?> operation, Set<String> codes) {}

    /** Empty where the step has none. */
    static Optional<String> of(Progress progress, StepDefinition<?> step) {
        if (step.compensation().isEmpty() || SagaSteps.isForEach(step)) {
            return Optional.empty();
        }
        boolean onlyARest = progress.parts(step).anyTookEffect();
        @Nullable String current = null;
        for (Candidate next : candidates(step.compensation().get())) {
            if (onlyARest && !next.operation().inParts()) {
                continue;
            } else if (current != null && !leadsOn(progress.state(), current, next.codes())) {
                break;
            }
            current = next.operation().name();
        }
        return Optional.ofNullable(current);
    }

    private static List<Candidate> candidates(CompensationDefinition<?> undo) {
        List<Candidate> candidates = new ArrayList<>();
        candidates.add(new Candidate(undo.operation(), Set.of()));
        undo.alternatives().forEach(next -> candidates.add(new Candidate(next.operation(), next.codes())));
        return candidates;
    }

    /** While a refused one is said to have worked after all, the next one could pay back twice. */
    private static boolean leadsOn(SagaState state, String name, Set<String> codes) {
        OperationState undo = state.operation(name);
        return undo.status() == OperationStatus.REJECTED
                && !Consequences.isSaidToBeDone(undo)
                && !state.isReviewed(name, ReviewReason.CONTRADICTION)
                && undo.conclusion() instanceof Conclusion.Refused refused
                && codes.contains(refused.code());
    }
}
