package io.querent.decision;

import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.OperationDefinition;
import io.querent.saga.RetryBudget;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides what the answer to a question means (R2 to R4). Pure. */
final class QueryDecisions {
    private final SagaDefinition<?> definition;
    private final SagaState state;
    private final OperationDefinition<?, ?, ?> operation;
    private final OperationState known;
    private final SagaCommand.RecordQueryAnswer command;
    private final Instant at;

    private QueryDecisions(
            SagaDefinition<?> definition,
            SagaState state,
            OperationState known,
            SagaCommand.RecordQueryAnswer command) {
        this.definition = definition;
        this.state = state;
        this.operation = definition.operation(known.name()).orElseThrow();
        this.known = known;
        this.command = command;
        this.at = command.at();
    }

    static Decision record(SagaDefinition<?> definition, SagaState state, SagaCommand.RecordQueryAnswer command) {
        OperationState known = state.operation(command.operation());
        if (known.status() != UNKNOWN && known.status() != PENDING) {
            return new Refused(
                    Refusal.STALE,
                    "operation " + known.name() + " is " + known.status() + ", not waiting for an answer");
        }
        return Draft.of(state, new QueryDecisions(definition, state, known, command).event(command.answer()));
    }

    private List<SagaEvent> event(QueryAnswer answer) {
        int attempt = known.attempts().started();
        if (answer instanceof QueryAnswer.Found found) {
            return List.of(new SagaEvent.OperationSucceeded(known.name(), attempt, found.result(), Via.QUERY, at));
        } else if (answer instanceof QueryAnswer.Mismatch mismatch) {
            return List.of(review(ReviewReason.MISMATCH, mismatch.detail()));
        } else if (answer instanceof QueryAnswer.FoundRejected rejected) {
            if (maySayWhatItSaidBefore()) {
                return List.of(inconclusive("FoundRejected", "it was refused before, and sent again since"));
            }
            return List.of(new SagaEvent.OperationRejected(
                    known.name(), attempt, rejected.code(), rejected.message(), Via.QUERY, at));
        } else if (answer instanceof QueryAnswer.Reversed reversed) {
            return Reversals.ofUnsettled(known, reversed, Via.QUERY, at);
        } else if (answer instanceof QueryAnswer.FoundRefusedWithEffect refused) {
            return List.of(new SagaEvent.OperationRefusedWithEffect(
                    known.name(), attempt, refused.code(), refused.message(), refused.effect(), Via.QUERY, at));
        } else if (answer instanceof QueryAnswer.FoundPending pending) {
            return List.of(nextQuestion()
                    .<SagaEvent>map(next ->
                            new SagaEvent.OperationPending(known.name(), pending.reference(), Via.QUERY, next, at))
                    .orElseGet(() -> spent(asked(), "still pending as " + pending.reference())));
        } else if (answer instanceof QueryAnswer.NotFound) {
            return List.of(notFound());
        } else if (answer instanceof QueryAnswer.Unavailable unavailable) {
            return List.of(inconclusive("Unavailable", unavailable.cause()));
        } else if (answer instanceof QueryAnswer.NotAsked notAsked) {
            return List.of(notAsked(notAsked.cause()));
        }
        throw new IllegalStateException("no decision for " + answer);
    }

    private SagaEvent notFound() {
        Instant absentFrom = known.waiting().absentFrom();
        if (wasAccepted()) {
            return inconclusive("NotFound", "accepted before, not found now: this proves nothing");
        }
        if (absentFrom == null || command.askedAt().isBefore(absentFrom)) {
            return inconclusive("NotFound", "proves nothing before " + absentFrom);
        }
        return absent();
    }

    /** Not found although it would have to be visible: safe to send again only under a key that still protects. */
    private SagaEvent absent() {
        RetryBudget budget = operation.policy().retry();
        int sent = known.attempts().uncertain();
        if (known.attempts().reportedDone()) {
            return review(
                    ReviewReason.CONTRADICTION,
                    "late evidence says that it took effect, but it was not found after the visibility window");
        }
        Instant retryAt = at.plus(budget.delay(Math.max(0, sent - 1), command.draw()));
        if (!AttemptDecisions.keyProtects(operation, known, retryAt)) {
            return review(
                    ReviewReason.RESEND_NOT_PROTECTED,
                    "not found after the visibility window, but no key protects another attempt");
        }
        if (state.compensating() && !isCompensation()) {
            return new SagaEvent.OperationGivenUp(
                    known.name(), "not-found", "not found after the visibility window, and the saga turns back", at);
        }
        boolean outOfTries =
                known.attempts().started() > 0 && known.attempts().uncertainOfBudget() >= budget.attempts();
        if (outOfTries || SpentBudget.isOutOfTime(operation, known, retryAt)) {
            return review(
                    ReviewReason.RETRY_BUDGET_SPENT,
                    sent + " attempts ended without an outcome and the downstream does not know the key");
        }
        return new SagaEvent.AbsenceEstablished(known.name(), asked(), retryAt, at);
    }

    private SagaEvent inconclusive(String answer, String detail) {
        return nextQuestion()
                .<SagaEvent>map(
                        next -> new SagaEvent.QueryInconclusive(known.name(), asked(), answer, detail, next, at))
                .orElseGet(() -> spent(asked(), "the last answer was " + answer + ": " + detail));
    }

    /** What was never asked says nothing of the operation: it uses time, and no question. */
    private SagaEvent notAsked(String cause) {
        int before = known.waiting().queries();
        return nextTry()
                .<SagaEvent>map(
                        next -> new SagaEvent.QueryInconclusive(known.name(), before, "NotAsked", cause, next, at))
                .orElseGet(() -> spent(before, "the next was not asked: " + cause));
    }

    private SagaEvent spent(int questions, String last) {
        return review(
                ReviewReason.QUERY_BUDGET_SPENT,
                questions + " questions since " + known.waiting().askingSince() + "; " + last);
    }

    /** Questions asked, with the one that was answered now. */
    private int asked() {
        return known.waiting().queries() + 1;
    }

    /** When to ask again; the first answer that could prove absence is always waited for. Empty when the budget is spent. */
    private Optional<Instant> nextQuestion() {
        RetryBudget budget = operation.policy().queries();
        return next(budget.delay(asked(), command.draw()), asked() >= budget.attempts());
    }

    /** When to try again what was not asked. The delay grows with every refusal, or an outage would fill the history. */
    private Optional<Instant> nextTry() {
        int tried = known.waiting().queries() + known.waiting().refusals() + 1;
        return next(Pause.of(operation.policy().queries().delay(tried, command.draw())), false);
    }

    private Optional<Instant> next(Duration delay, boolean outOfQuestions) {
        if (new Progress(definition, state).mayAttempt(known)) {
            return Optional.of(at);
        }
        Instant next = at.plus(delay);
        Optional<Instant> provable = provableLater();
        if (outOfQuestions || isTooLate(next)) {
            return provable;
        }
        return Optional.of(provable.filter(next::isAfter).orElse(next));
    }

    /** When "not found" would prove absence, if that was not yet so when the question was asked. */
    private Optional<Instant> provableLater() {
        return Optional.ofNullable(known.waiting().absentFrom())
                .filter(absentFrom -> !wasAccepted() && command.askedAt().isBefore(absentFrom));
    }

    /** What was accepted once is not absent because it is not found, even where a person had it asked for or sent anew. */
    private boolean wasAccepted() {
        return known.status() == PENDING || known.waiting().reference() != null;
    }

    /** A refusal may be that of an earlier attempt while a later one is still on its way. */
    private boolean maySayWhatItSaidBefore() {
        Instant absentFrom = known.waiting().absentFrom();
        return known.attempts().renewal().refused()
                && absentFrom != null
                && command.askedAt().isBefore(absentFrom);
    }

    private boolean isTooLate(Instant next) {
        Instant since = known.waiting().askingSince();
        return since != null
                && next.isAfter(since.plus(operation.policy().queries().within()));
    }

    private boolean isCompensation() {
        return definition.step(known.name()).isEmpty();
    }

    private SagaEvent review(ReviewReason reason, String detail) {
        return new SagaEvent.ReviewOpened(known.name(), reason, detail, at);
    }
}
