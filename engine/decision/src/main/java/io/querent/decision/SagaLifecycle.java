package io.querent.decision;

import static io.querent.decision.SagaStatus.ABANDONED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.SagaStatus.PAUSED;
import static io.querent.decision.SagaStatus.RUNNING;
import static io.querent.decision.SagaStatus.WAITING;

import io.querent.saga.SagaDefinition;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The one table of what may become of a saga, and the status that its state amounts to. {@link Decider} refuses every
 * transition that is not in the table.
 */
public final class SagaLifecycle {
    private static final Set<Transition> TRANSITIONS = new LinkedHashSet<>();

    static {
        from(RUNNING, RUNNING, WAITING, COMPENSATING, IN_REVIEW, PAUSED, COMPLETED, COMPENSATED, FAILED);
        from(WAITING, WAITING, RUNNING, COMPENSATING, IN_REVIEW, PAUSED, COMPLETED, COMPENSATED, FAILED);
        from(COMPENSATING, COMPENSATING, RUNNING, WAITING, IN_REVIEW, PAUSED, COMPLETED, COMPENSATED, FAILED);
        from(IN_REVIEW, IN_REVIEW, RUNNING, WAITING, COMPENSATING, PAUSED, COMPLETED, COMPENSATED, FAILED, ABANDONED);
        from(PAUSED, PAUSED, RUNNING, WAITING, COMPENSATING, IN_REVIEW, COMPLETED, COMPENSATED, FAILED);
        from(COMPLETED, COMPENSATING, IN_REVIEW, COMPLETED, COMPENSATED, FAILED);
        from(COMPENSATED, COMPENSATING, RUNNING, WAITING, IN_REVIEW, COMPENSATED, FAILED);
        from(FAILED, COMPENSATING, RUNNING, WAITING, IN_REVIEW, COMPENSATED, FAILED);
    }

    private SagaLifecycle() {}

    /**
     * One row of the table.
     *
     * @param from status before a command
     * @param to status after it
     */
    public record Transition(SagaStatus from, SagaStatus to) {}

    /** Every row, in the order of declaration. */
    public static Set<Transition> transitions() {
        return Collections.unmodifiableSet(TRANSITIONS);
    }

    /** The status that {@code state} amounts to. */
    public static SagaStatus statusOf(SagaDefinition<?> definition, SagaState state) {
        if (state.end() != null) {
            return state.end();
        }
        if (state.paused()) {
            return PAUSED;
        }
        Progress progress = new Progress(definition, state);
        boolean busy = progress.anyInFlight() || !progress.startable().isEmpty();
        if (!busy && !progress.anyWaiting()) {
            return IN_REVIEW;
        }
        boolean onlyOrders = !state.orders().isEmpty() && progress.allOver();
        if (state.compensating() || onlyOrders) {
            return COMPENSATING;
        }
        return busy ? RUNNING : WAITING;
    }

    static void check(SagaDefinition<?> definition, SagaState before, SagaState after) {
        Transition transition = new Transition(statusOf(definition, before), statusOf(definition, after));
        boolean ended = before.end() != null && before.course().equals(after.course());
        if (!ended && !TRANSITIONS.contains(transition)) {
            throw new IllegalStateException(
                    "saga " + after.key() + " cannot go from " + transition.from() + " to " + transition.to());
        }
        boolean rests = transition.to() == IN_REVIEW || transition.to() == PAUSED;
        if (rests && after.reviews().isEmpty()) {
            throw new IllegalStateException(
                    "saga " + after.key() + " would wait for nothing: no due time, no call, no review");
        }
    }

    private static void from(SagaStatus from, SagaStatus... tos) {
        for (SagaStatus to : tos) {
            TRANSITIONS.add(new Transition(from, to));
        }
    }
}
