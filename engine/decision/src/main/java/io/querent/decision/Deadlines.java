package io.querent.decision;

import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The saga's own deadline: it turns back then, or a person is told where it only goes forward. Pure. */
final class Deadlines {
    private Deadlines() {}

    /** When the deadline comes; empty where there is none, it has come, or it does not matter any more. */
    static Optional<Instant> of(SagaDefinition<?> definition, SagaState state) {
        boolean matters = state.end() == null
                && !state.compensating()
                && !state.paused()
                && !state.course().overdue();
        return definition
                .deadline()
                .filter(time -> matters && !isOnlyMadeGoodFor(definition, state))
                .map(time -> state.origin().startedAt().plus(time));
    }

    /** A saga that is over, and of which people want a step made good for, is not late. */
    private static boolean isOnlyMadeGoodFor(SagaDefinition<?> definition, SagaState state) {
        return !state.orders().isEmpty() && new Progress(definition, state).allOver();
    }

    /** Whether it came while it did not matter. A person who lets the saga go forward again has seen that it is late. */
    static boolean isBehind(SagaDefinition<?> definition, SagaState state, Instant at) {
        return !state.course().overdue()
                && definition
                        .deadline()
                        .filter(time -> !state.origin().startedAt().plus(time).isAfter(at))
                        .isPresent();
    }

    static Decision pass(SagaDefinition<?> definition, SagaState state, SagaCommand.PassDeadline command) {
        Optional<Instant> deadline = of(definition, state);
        if (deadline.isEmpty() || deadline.get().isAfter(command.at())) {
            return new Decision.Refused(
                    Decision.Refusal.NOT_DUE, "the deadline of saga " + state.key() + " has not come");
        }
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.DeadlinePassed(command.at()));
        events.add(
                new Progress(definition, state).pastPivot()
                        ? review(deadline.get(), command.at())
                        : new SagaEvent.CompensationStarted(
                                null, "deadline " + deadline.get() + " passed", command.at()));
        return Draft.of(state, events);
    }

    static SagaEvent review(Instant deadline, Instant at) {
        return new SagaEvent.ReviewOpened(
                SagaState.WHOLE,
                ReviewReason.DEADLINE_PASSED,
                "deadline " + deadline + " passed after the pivot: the saga only goes forward",
                at);
    }
}
