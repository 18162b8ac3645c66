package io.querent.decision;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.OperationPolicy;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what the end of an attempt means. Pure. */
final class OutcomeDecisions {
    private final SagaDefinition<?> definition;
    private final SagaState state;
    private final OperationDefinition<?, ?, ?> operation;
    private final OperationState known;
    private final double draw;
    private final Instant at;

    private OutcomeDecisions(
            SagaDefinition<?> definition, SagaState state, OperationState known, double draw, Instant at) {
        this.definition = definition;
        this.state = state;
        this.operation = definition.operation(known.name()).orElseThrow();
        this.known = known;
        this.draw = draw;
        this.at = at;
    }

    static Decision record(SagaDefinition<?> definition, SagaState state, SagaCommand.RecordOutcome command) {
        OperationState known = state.operation(command.operation());
        if (known.status() != OperationStatus.IN_FLIGHT || known.attempts().started() != command.attempt()) {
            return new Refused(
                    Refusal.STALE,
                    "attempt " + command.attempt() + " of " + known.name() + " is not in flight; it is "
                            + known.status() + " after " + known.attempts().started() + " attempts");
        }
        return Draft.of(
                state,
                new OutcomeDecisions(definition, state, known, command.draw(), command.at()).events(command.outcome()));
    }

    static Decision takeOver(SagaDefinition<?> definition, SagaState state, SagaCommand.TakeOver command) {
        List<SagaEvent> events = new ArrayList<>();
        String evidence = "the owner was lost while the attempt was in flight; taken over by node "
                + command.owner().node() + " with token " + command.owner().token();
        for (OperationState known : state.operations().values()) {
            if (known.status() == OperationStatus.IN_FLIGHT) {
                events.addAll(new OutcomeDecisions(definition, state, known, command.draw(), command.at())
                        .unprovable(evidence));
            }
        }
        return Draft.of(state, events);
    }

    private List<SagaEvent> events(Outcome<String> outcome) {
        int attempt = known.attempts().started();
        if (outcome instanceof Outcome.Succeeded<String> succeeded) {
            return List.of(new SagaEvent.OperationSucceeded(known.name(), attempt, succeeded.result(), Via.ANSWER, at));
        } else if (outcome instanceof Outcome.Rejected<String> rejected) {
            return List.of(new SagaEvent.OperationRejected(
                    known.name(), attempt, rejected.code(), rejected.message(), Via.ANSWER, at));
        } else if (outcome instanceof Outcome.RefusedWithEffect<String> refused) {
            return List.of(new SagaEvent.OperationRefusedWithEffect(
                    known.name(), attempt, refused.code(), refused.message(), refused.effect(), Via.ANSWER, at));
        } else if (outcome instanceof Outcome.NotExecuted<String> notExecuted) {
            return notExecuted(notExecuted);
        } else if (outcome instanceof Outcome.Pending<String> pending) {
            return pending(pending.reference());
        } else if (outcome instanceof Outcome.Unknown<String> unknown) {
            return unprovable(unknown.evidence());
        }
        throw new IllegalStateException("no decision for " + outcome);
    }

    private List<SagaEvent> notExecuted(Outcome.NotExecuted<String> outcome) {
        Instant retryAt = at.plus(wait(outcome.retryAfter()));
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.AttemptNotExecuted(
                known.name(), known.attempts().started(), outcome.code(), outcome.message(), retryAt, at));
        if (spent(retryAt) && !isGivenUpAnyway()) {
            String why = known.attempts().started() + " attempts; the last was refused with " + outcome.code() + ": "
                    + outcome.message();
            events.add(SpentBudget.end(definition, known, why, at));
        }
        return events;
    }

    /** An action whose saga turns back is not tried again, so it does not matter what is left of its budget. */
    private boolean isGivenUpAnyway() {
        return state.compensating()
                && definition.step(known.name()).isPresent()
                && !known.waiting().unresolved();
    }

    private Duration wait(@Nullable Duration wish) {
        Duration delay =
                Pause.of(operation.policy().retry().delay(known.attempts().started() - 1, draw));
        if (wish == null || wish.isNegative()) {
            return delay;
        }
        Duration longest = OperationPolicy.LONGEST_RETRY_AFTER;
        Duration respected = wish.compareTo(longest) > 0 ? longest : wish;
        return respected.plus(delay);
    }

    /** A refusal that proves nothing ran eats the time budget only; a transaction rolled back did run, so it is counted. */
    private boolean spent(Instant retryAt) {
        boolean outOfTries = operation.kind() == OperationKind.LOCAL_TRANSACTION
                && known.attempts().startedOfBudget()
                        >= operation.policy().retry().attempts();
        return outOfTries || SpentBudget.isOutOfTime(operation, known, retryAt);
    }

    private List<SagaEvent> pending(String reference) {
        if (!operation.queryable()) {
            return unprovable("accepted as " + reference + ", not final, and there is no way to ask");
        }
        Instant queryAt = at.plus(operation.policy().queries().delay(0, draw));
        return List.of(new SagaEvent.OperationPending(known.name(), reference, Via.ANSWER, queryAt, at));
    }

    /**
     * A local transaction's end is part of its commit, which names the version that this decision is made on: if it had committed,
     * this decision could not be stored, and once this one is stored it never can.
     */
    private List<SagaEvent> unprovable(String evidence) {
        return operation.kind() == OperationKind.LOCAL_TRANSACTION
                ? notExecuted(new Outcome.NotExecuted<>("not-committed", evidence, null))
                : unknown(evidence);
    }

    private List<SagaEvent> unknown(String evidence) {
        Instant absentFrom = AttemptDecisions.absentFrom(operation, known, at);
        boolean queryable = operation.queryable();
        Instant next = queryable ? at.plus(operation.policy().queries().delay(0, draw)) : absentFrom;
        List<SagaEvent> events = new ArrayList<>();
        events.add(
                new SagaEvent.OutcomeUnknown(known.name(), known.attempts().started(), evidence, next, absentFrom, at));
        if (!queryable && !AttemptDecisions.keyProtects(operation, known, next)) {
            events.add(new SagaEvent.ReviewOpened(
                    known.name(),
                    ReviewReason.CANNOT_BE_PROVED,
                    "there is no way to ask, and no key that would make sending again safe; evidence: " + evidence,
                    at));
        }
        return events;
    }
}
