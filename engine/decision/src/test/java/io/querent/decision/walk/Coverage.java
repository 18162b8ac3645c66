package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.Evolution;
import io.querent.decision.OperationLifecycle;
import io.querent.decision.OperationStatus;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import io.querent.saga.SagaDefinition;
import java.util.LinkedHashSet;
import java.util.Set;

/** Which rows of the two lifecycle tables were taken. */
public final class Coverage {
    private final Set<OperationLifecycle.Transition> operations = new LinkedHashSet<>();
    private final Set<SagaLifecycle.Transition> sagas = new LinkedHashSet<>();

    /** Rows that operations took. */
    public Set<OperationLifecycle.Transition> operations() {
        return operations;
    }

    /** Rows that sagas took. */
    public Set<SagaLifecycle.Transition> sagas() {
        return sagas;
    }

    /** Takes note of one command on a saga of {@code definition}. */
    void add(SagaDefinition<?> definition, Commit commit, Accepted accepted) {
        SagaState state = commit.before();
        if (state == null) {
            return;
        }
        if (state.end() == null || !state.course().equals(accepted.state().course())) {
            sagas.add(new SagaLifecycle.Transition(
                    SagaLifecycle.statusOf(definition, state), SagaLifecycle.statusOf(definition, accepted.state())));
        }
        for (SagaEvent event : accepted.events()) {
            SagaState next = Evolution.evolve(state, event);
            if (event instanceof SagaEvent.OperationEvent operationEvent) {
                add(
                        operationEvent,
                        state.statusOf(operationEvent.operation()),
                        next.statusOf(operationEvent.operation()));
            }
            state = next;
        }
    }

    private static boolean isBeside(SagaEvent.ReviewOpened review, OperationStatus from) {
        return from.isFinal()
                || review.reason() == ReviewReason.APPROVAL_WANTED
                || review.operation().equals(SagaState.WHOLE);
    }

    /** What is said, what people order, and reviews of a final outcome, are appended beside the lifecycle: they change no status. */
    private void add(SagaEvent.OperationEvent event, OperationStatus from, OperationStatus to) {
        boolean beside = event instanceof SagaEvent.EvidenceRecorded
                || event instanceof SagaEvent.CallbackReceived
                || event instanceof SagaEvent.UndoOrdered
                || event instanceof SagaEvent.PartOrdered
                || event instanceof SagaEvent.UndoWithdrawn
                || (event instanceof SagaEvent.ReviewOpened review && isBeside(review, from));
        if (!beside) {
            operations.add(new OperationLifecycle.Transition(from, event.getClass(), to));
        }
    }
}
