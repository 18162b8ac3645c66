package io.querent.decision;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides whether an attempt may begin. Pure. */
final class AttemptDecisions {
    private AttemptDecisions() {}

    static Decision start(SagaDefinition<?> definition, SagaState state, SagaCommand.StartAttempt command) {
        Optional<? extends OperationDefinition<?, ?, ?>> found = definition.operation(command.operation());
        if (found.isEmpty()) {
            return noSuch(definition, command.operation());
        }
        OperationDefinition<?, ?, ?> operation = found.get();
        OperationState known = state.operation(command.operation());
        Progress progress = new Progress(definition, state);
        if (operation.kind() == OperationKind.PUBLISH
                || !progress.mayAttempt(known)
                || isEarly(progress, known, command.at())) {
            return new Refused(
                    Refusal.NOT_DUE,
                    "operation " + known.name() + " is " + known.status() + " and not due for an attempt");
        }
        if (mustAskFirst(state, operation, known)) {
            return Draft.of(state, suspect(operation, known, command));
        }
        return insteadOfSending(definition, known, command.at())
                .map(event -> Draft.of(state, event))
                .orElseGet(() -> Draft.of(state, begin(operation, known, command)));
    }

    static Decision requestFailed(
            SagaDefinition<?> definition, SagaState state, SagaCommand.RecordRequestFailure command) {
        OperationState known = state.operation(command.operation());
        if (definition.operation(command.operation()).isEmpty()
                && definition.step(command.operation()).isEmpty()) {
            return noSuch(definition, command.operation());
        }
        boolean begins = known.status() == OperationStatus.PLANNED && new Progress(definition, state).mayAttempt(known);
        if (!begins && !WaitDecisions.isDue(definition, state, known, command.at())) {
            return new Refused(Refusal.NOT_DUE, "operation " + known.name() + " is " + known.status());
        }
        return Draft.of(
                state,
                new SagaEvent.ReviewOpened(
                        known.name(), ReviewReason.REQUEST_NOT_BUILT, command.cause(), command.at()));
    }

    /** From when on a "not found" proves that nothing sent until {@code at} took effect (R3). */
    static Instant absentFrom(OperationDefinition<?, ?, ?> operation, OperationState known, Instant at) {
        Instant deadline = known.attempts().deadline();
        Instant lastArrival = deadline != null && deadline.isAfter(at) ? deadline : at;
        return operation
                .downstream()
                .map(downstream -> lastArrival.plus(downstream.visibilityWindow()))
                .orElse(at);
    }

    /**
     * Whether sending again at {@code at} could have no second effect: keys are honoured, and this one will not be forgotten
     * before the send could last arrive.
     */
    static boolean keyProtects(OperationDefinition<?, ?, ?> operation, OperationState known, Instant at) {
        Instant first = known.attempts().firstSentAt();
        return operation
                .downstream()
                .filter(Downstream::honoursOperationKey)
                .map(downstream -> first == null
                        || at.plus(operation.policy().timeLimit())
                                .plus(downstream.visibilityWindow())
                                .isBefore(first.plus(downstream.protectedFor())))
                .orElse(false);
    }

    private static SagaEvent begin(
            OperationDefinition<?, ?, ?> operation, OperationState known, SagaCommand.StartAttempt command) {
        return new SagaEvent.AttemptStarted(
                known.name(),
                known.attempts().started() + 1,
                known.request() == null ? command.request() : null,
                command.owner().token(),
                command.owner().node(),
                command.at().plus(operation.policy().timeLimit()),
                command.at());
    }

    /**
     * What must happen instead of an attempt: a review where one that may have run is behind us and the key protects no more,
     * and the end of the budget where it is spent. A local transaction that is due always begins: this is decided inside it, beside
     * the business writes, and its budget was weighed when the last one was rolled back.
     */
    private static Optional<SagaEvent> insteadOfSending(
            SagaDefinition<?> definition, OperationState known, Instant at) {
        OperationDefinition<?, ?, ?> operation =
                definition.operation(known.name()).orElseThrow();
        Attempts attempts = known.attempts();
        if (operation.kind() == OperationKind.LOCAL_TRANSACTION) {
            return Optional.empty();
        }
        if (attempts.uncertain() > 0 && !keyProtects(operation, known, at)) {
            return Optional.of(new SagaEvent.ReviewOpened(
                    known.name(),
                    ReviewReason.RESEND_NOT_PROTECTED,
                    "an earlier attempt may have taken effect and the downstream need not recognise the key any more",
                    at));
        }
        boolean outOfTries = attempts.started() > 0
                && attempts.uncertainOfBudget() >= operation.policy().retry().attempts();
        if (outOfTries || SpentBudget.isOutOfTime(operation, known, at)) {
            String why = attempts.started() + " attempts since " + attempts.firstStartedAt() + ", "
                    + attempts.uncertain() + " of them without a provable outcome";
            return Optional.of(SpentBudget.end(definition, known, why, at));
        }
        return Optional.empty();
    }

    /** A send that is not remembered may only just have begun, on a node that has not been told to stop. */
    private static List<SagaEvent> suspect(
            OperationDefinition<?, ?, ?> operation, OperationState known, SagaCommand.StartAttempt command) {
        Instant at = command.at();
        Instant absentFrom =
                absentFrom(operation, known, at.plus(operation.policy().timeLimit()));
        Instant queryAt = at.plus(operation.policy().queries().delay(0, command.draw()));
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.PriorSendSuspected(known.name(), command.request(), queryAt, absentFrom, at));
        if (!operation.queryable()) {
            events.add(new SagaEvent.ReviewOpened(
                    known.name(),
                    ReviewReason.CANNOT_BE_PROVED,
                    "memory of earlier sends may be lost, there is no way to ask, and nobody knows how old the key is",
                    at));
        }
        return events;
    }

    private static boolean mustAskFirst(SagaState state, OperationDefinition<?, ?, ?> operation, OperationState known) {
        return state.origin().askFirst() && operation.kind().isElsewhere() && known.status() == OperationStatus.PLANNED;
    }

    private static boolean isEarly(Progress progress, OperationState known, Instant at) {
        return Progress.waits(known) && progress.dueAt(known).isAfter(at);
    }

    private static Decision noSuch(SagaDefinition<?> definition, String operation) {
        return new Refused(Refusal.NO_SUCH_OPERATION, definition + " has no operation " + operation);
    }
}
