package io.querent.testkit.explorer;

import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.StepDefinition;
import java.time.Duration;

/**
 * An operation of the explored definition.
 *
 * @param index its place among all operations
 * @param step the step that it is the action, or the compensation, of
 * @param undo whether it is the compensation
 */
record Operation(int index, OperationDefinition<?, ?, ?> definition, StepDefinition<?> step, boolean undo) {
    String name() {
        return definition.name();
    }

    boolean isLocal() {
        return definition.kind() == OperationKind.LOCAL_TRANSACTION;
    }

    /** A step said never to be refused is not. */
    boolean mayBeRefused() {
        return undo || !step.retriable();
    }

    Duration limit() {
        return definition.policy().timeLimit();
    }

    Duration window() {
        return definition.downstream().map(Downstream::visibilityWindow).orElse(Duration.ZERO);
    }

    boolean honoursKeys() {
        return definition.downstream().map(Downstream::honoursOperationKey).orElse(false);
    }

    /** For how long after it arrived a request is recognised; nothing where keys are ignored. */
    Duration retention() {
        return definition
                .downstream()
                .filter(Downstream::honoursOperationKey)
                .map(Downstream::protectedFor)
                .orElse(Duration.ZERO);
    }
}
