package io.querent.decision;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What it means that an operation took effect which the engine or a person had given up, without the downstream's own word that it
 * never would. Pure.
 */
final class LateSuccesses {
    private LateSuccesses() {}

    /** A saga that goes forward has a success; one that has turned back has one effect more to make good for (R6). */
    static List<SagaEvent> of(
            SagaDefinition<?> definition,
            SagaState state,
            OperationState known,
            int attempt,
            String result,
            Via via,
            Instant at) {
        if (state.compensating() && definition.step(known.name()).isPresent()) {
            return List.of(new SagaEvent.LateSuccess(known.name(), attempt, result, via, at));
        }
        SagaEvent succeeded = new SagaEvent.OperationSucceeded(known.name(), attempt, result, via, at);
        @Nullable String against = null;
        if (isReplaced(definition, state, known.name())) {
            against = "it took effect after another operation was begun in its place: money may have gone back twice";
        } else if (isCounted(definition, state, known.name())) {
            against = "it took effect after its step had counted it as refused: others may have used that";
        }
        return against == null
                ? List.of(succeeded)
                : List.of(succeeded, new SagaEvent.ReviewOpened(known.name(), ReviewReason.CONTRADICTION, against, at));
    }

    /** Whether it is an item of a step that is over. */
    private static boolean isCounted(SagaDefinition<?> definition, SagaState state, String operation) {
        return definition
                .step(operation)
                .filter(SagaSteps::isItem)
                .map(item -> state.statusOf(OperationKey.stepOf(item.name())) == OperationStatus.SUCCEEDED)
                .orElse(false);
    }

    /** Whether it is an undo in whose place another one was begun. */
    private static boolean isReplaced(SagaDefinition<?> definition, SagaState state, String undo) {
        List<String> undos = definition.step(undo).isPresent()
                ? List.of()
                : definition.stepOf(undo).map(Progress::undos).orElse(List.of());
        boolean follows = undos.stream()
                .skip(undos.indexOf(undo) + 1)
                .anyMatch(next -> state.statusOf(next) != OperationStatus.PLANNED);
        return follows || isMoreThanLeft(state, undo);
    }

    /** Whether it is a part that did not count any more, and others have taken its place. */
    private static boolean isMoreThanLeft(SagaState state, String undo) {
        if (OperationKey.partOf(undo).isEmpty()) {
            return false;
        }
        PartsOfEffect parts = PartsOfEffect.of(state, OperationKey.actionOf(undo));
        return parts.left()
                .filter(left -> !parts.isOpen(undo) && parts.amount(undo).isMoreThan(left))
                .isPresent();
    }
}
