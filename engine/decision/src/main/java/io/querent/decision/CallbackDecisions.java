package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what it means that a downstream tells, unasked, what became of an operation. It is kept as an event whenever it comes,
 * before the attempt or during it too, and decides as soon as nothing else has. Pure.
 */
final class CallbackDecisions {
    private CallbackDecisions() {}

    static Decision record(SagaDefinition<?> definition, SagaState state, SagaCommand.RecordCallback command) {
        if (definition.operation(command.operation()).isEmpty()) {
            return new Refused(Refusal.NO_SUCH_OPERATION, definition + " has no operation " + command.operation());
        } else if (state.handledRequests().contains(command.messageId())) {
            return new Refused(Refusal.REPEATED, "message " + command.messageId() + " was taken in before");
        } else if (command.answer() instanceof QueryAnswer.NotFound
                || command.answer() instanceof QueryAnswer.Unavailable) {
            return new Refused(Refusal.NOT_ALLOWED, "a callback has to tell what became of the operation");
        }
        OperationState known = state.operation(command.operation());
        if (!tellsSomething(known, command.answer())) {
            return new Decision.Accepted(List.of(), state);
        }
        List<SagaEvent> events = new ArrayList<>();
        events.add(received(command));
        if (state.end() != SagaStatus.ABANDONED) {
            contradiction(definition, state, known, command).ifPresent(events::add);
        }
        return Draft.of(state, events);
    }

    /** What was told before and decides now, because nothing else has. */
    static List<SagaEvent> ofWhatWasHeard(SagaDefinition<?> definition, SagaState state, Instant at) {
        List<SagaEvent> events = new ArrayList<>();
        for (OperationState known : state.operations().values()) {
            QueryAnswer heard = known.heard();
            if (heard != null) {
                decided(definition, state, known, heard, at).ifPresent(events::add);
            }
        }
        return events;
    }

    /** Whether the answer adds to what is known: a repeated good or bad word does not, however often it comes (R14). */
    private static boolean tellsSomething(OperationState known, QueryAnswer answer) {
        return switch (known.status()) {
            case SUCCEEDED -> answer instanceof QueryAnswer.FoundRejected || answer instanceof QueryAnswer.Mismatch;
            case REJECTED ->
                !known.stands() && (answer instanceof QueryAnswer.Found || answer instanceof QueryAnswer.Mismatch);
            case IN_FLIGHT, UNKNOWN -> !answer.equals(known.heard());
            default -> !(answer instanceof QueryAnswer.FoundPending) && !answer.equals(known.heard());
        };
    }

    private static Optional<SagaEvent> contradiction(
            SagaDefinition<?> definition, SagaState state, OperationState known, SagaCommand.RecordCallback command) {
        if (!known.status().isFinal()) {
            return Optional.empty();
        }
        if (known.isGivenUp() && command.answer() instanceof QueryAnswer.Found found) {
            return Optional.of(LateSuccesses.of(
                    definition, state, known, known.attempts().started(), found.result(), Via.CALLBACK, command.at()));
        }
        return state.reviews().containsKey(known.name())
                ? Optional.empty()
                : Optional.of(new SagaEvent.ReviewOpened(
                        known.name(),
                        ReviewReason.CONTRADICTION,
                        "recorded as " + known.status() + ", but " + command.source() + " says "
                                + name(command.answer()),
                        command.at()));
    }

    private static Optional<SagaEvent> decided(
            SagaDefinition<?> definition, SagaState state, OperationState known, QueryAnswer heard, Instant at) {
        if (known.status() == PLANNED) {
            return effectOfNothing(definition, state, known, heard, at);
        }
        boolean open = known.status() == UNKNOWN
                || known.status() == PENDING
                || known.status() == BACKING_OFF
                || known.status() == IN_REVIEW;
        if (!open || !known.mayHaveBeenSent()) {
            return Optional.empty();
        }
        int attempt = known.attempts().started();
        if (heard instanceof QueryAnswer.Found found) {
            return Optional.of(
                    new SagaEvent.OperationSucceeded(known.name(), attempt, found.result(), Via.CALLBACK, at));
        } else if (heard instanceof QueryAnswer.FoundRejected rejected) {
            return Optional.of(new SagaEvent.OperationRejected(
                    known.name(), attempt, rejected.code(), rejected.message(), Via.CALLBACK, at));
        } else if (heard instanceof QueryAnswer.FoundPending pending && known.status() == UNKNOWN) {
            return stillAsked(known)
                    .map(due ->
                            new SagaEvent.OperationPending(known.name(), pending.reference(), Via.CALLBACK, due, at));
        } else if (heard instanceof QueryAnswer.Mismatch mismatch && known.status() != IN_REVIEW) {
            return Optional.of(new SagaEvent.ReviewOpened(known.name(), ReviewReason.MISMATCH, mismatch.detail(), at));
        }
        return Optional.empty();
    }

    private static Optional<Instant> stillAsked(OperationState known) {
        @Nullable Instant due = known.waiting().dueAt();
        return Optional.ofNullable(due);
    }

    /** The saga turned back before the step was sent, and yet there is an effect: nobody can say of what. */
    private static Optional<SagaEvent> effectOfNothing(
            SagaDefinition<?> definition, SagaState state, OperationState known, QueryAnswer heard, Instant at) {
        boolean never = state.compensating() && definition.step(known.name()).isPresent();
        return never && heard instanceof QueryAnswer.Found
                ? Optional.of(new SagaEvent.ReviewOpened(
                        known.name(),
                        ReviewReason.CONTRADICTION,
                        "the downstream reports an effect of an operation that was never sent",
                        at))
                : Optional.empty();
    }

    private static SagaEvent received(SagaCommand.RecordCallback command) {
        QueryAnswer answer = command.answer();
        String code = answer instanceof QueryAnswer.FoundRejected rejected ? rejected.code() : null;
        return new SagaEvent.CallbackReceived(
                command.operation(),
                command.messageId(),
                command.source(),
                name(answer),
                code,
                detail(answer),
                command.at());
    }

    private static String name(QueryAnswer answer) {
        return answer.getClass().getSimpleName();
    }

    private static String detail(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.Found found) {
            return found.result();
        } else if (answer instanceof QueryAnswer.FoundRejected rejected) {
            return rejected.message();
        } else if (answer instanceof QueryAnswer.FoundPending pending) {
            return pending.reference();
        } else if (answer instanceof QueryAnswer.Mismatch mismatch) {
            return mismatch.detail();
        }
        throw new IllegalStateException("a callback cannot answer " + answer);
    }
}
