package io.querent.testkit.explorer;

import io.querent.saga.CompensationDefinition;
import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.OperationKind;
import io.querent.saga.StepDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation of the explored definition.
 *
 * @param index its place among all operations
 * @param step the step that it is the action, or a compensation, of; an item's where it is an item's
 * @param rank 0 for the action, 1 for the compensation, 2 and more for those that follow it when it is refused
 */
record Operation(int index, OperationDefinition<?, ?, ?> definition, StepDefinition<?> step, int rank) {
    /** What a downstream says when it says no, and nothing follows from how it says it. */
    static final String DECLINED = "declined";

    String name() {
        return definition.name();
    }

    /** Whether it is a compensation. */
    boolean undo() {
        return rank > 0;
    }

    /** Whether it makes good for a part. */
    boolean isPart() {
        return undo()
                && OperationKey.partOf(name()).isPresent()
                && step.compensation().orElseThrow().operations().stream()
                        .noneMatch(one -> one.name().equals(name()));
    }

    boolean isLocal() {
        return definition.kind() == OperationKind.LOCAL_TRANSACTION;
    }

    /** Whether it is written by the commit that records it. */
    boolean isMessage() {
        return definition.kind() == OperationKind.PUBLISH;
    }

    boolean isElsewhere() {
        return definition.kind().isElsewhere();
    }

    /** Another saga takes its time: that it is accepted and not finished is no accident. */
    boolean isChild() {
        return definition.kind() == OperationKind.CHILD_SAGA;
    }

    /** A step said never to be refused is not, and a message is written, not asked for. */
    boolean mayBeRefused() {
        return !isMessage() && (undo() || !step.retriable());
    }

    /** A refusal of an action may leave something behind; what the engine runs itself leaves nothing. */
    boolean mayBeRefusedWithEffect() {
        return mayBeRefused() && !undo() && definition.kind() == OperationKind.CALL;
    }

    /** The codes with which it may be refused: one that leads to another compensation, where there is one, and one that does not. */
    List<String> refusals() {
        List<String> codes = new ArrayList<>();
        codes.add(DECLINED);
        if (undo()) {
            List<? extends CompensationDefinition.Alternative<?>> next =
                    step.compensation().orElseThrow().alternatives();
            if (rank <= next.size()) {
                next.get(rank - 1).codes().stream().sorted().limit(1).forEach(codes::add);
            }
        }
        return codes;
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
