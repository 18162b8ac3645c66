package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.SagaDefinition;
import io.querent.saga.WaitDefinition;
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
        Optional<WaitDefinition<?>> wait = StepDecisions.waitOf(definition, command.operation());
        if (!SagaSteps.isKnown(definition, state, command.operation()) && wait.isEmpty()) {
            return new Refused(Refusal.NO_SUCH_OPERATION, definition + " has no operation " + command.operation());
        } else if (state.handledRequests().contains(identity(command.source(), command.messageId()))) {
            return new Refused(Refusal.REPEATED, "message " + command.messageId() + " was taken in before");
        } else if (wait.isPresent()) {
            return WaitDecisions.word(wait.get(), state, state.operation(command.operation()), command);
        } else if (!definition
                .operation(command.operation())
                .orElseThrow()
                .kind()
                .isElsewhere()) {
            return new Refused(
                    Refusal.NOT_ALLOWED,
                    command.operation() + " is done in the engine's database: its commit says what became of it, nobody"
                            + " else");
        } else if (command.answer() instanceof QueryAnswer.NotFound
                || command.answer() instanceof QueryAnswer.Unavailable
                || command.answer() instanceof QueryAnswer.NotAsked) {
            return new Refused(Refusal.NOT_ALLOWED, "a callback has to tell what became of the operation");
        }
        OperationState known = state.operation(command.operation());
        if (!tellsSomething(known, command.answer())) {
            return new Decision.Accepted(List.of(), state);
        }
        List<SagaEvent> events = new ArrayList<>();
        events.add(received(command));
        if (state.end() == SagaStatus.ABANDONED) {
            return Draft.of(state, events);
        } else if (Reversals.concerns(known, command.answer())) {
            events.addAll(
                    Reversals.of(definition, state, known, (QueryAnswer.Reversed) command.answer(), command.at()));
        } else {
            events.addAll(afterTheEnd(definition, state, known, command));
        }
        return Draft.of(state, events);
    }

    /** A message by its own id, which is unique for its source only. */
    static String identity(String source, String messageId) {
        return source + "/" + messageId;
    }

    /** What was told before and decides now, because nothing else has. */
    static List<SagaEvent> ofWhatWasHeard(SagaDefinition<?> definition, SagaState state, Instant at) {
        List<SagaEvent> events = new ArrayList<>();
        for (OperationState known : state.operations().values()) {
            QueryAnswer heard = known.heard();
            if (heard != null && StepDecisions.waitOf(definition, known.name()).isPresent()) {
                WaitDecisions.heard(known, at).ifPresent(events::add);
            } else if (heard instanceof QueryAnswer.Reversed reversed && Reversals.concerns(known, heard)) {
                events.addAll(Reversals.of(definition, state, known, reversed, at));
            } else if (heard instanceof QueryAnswer.Reversed reversed) {
                events.addAll(isOpen(known) ? Reversals.ofUnsettled(known, reversed, Via.CALLBACK, at) : List.of());
            } else if (heard != null) {
                decided(definition, state, known, heard, at).ifPresent(events::add);
            }
        }
        return events;
    }

    /** Whether the answer adds to what is known: a repeated good or bad word does not, however often it comes (R14). */
    private static boolean tellsSomething(OperationState known, QueryAnswer answer) {
        boolean saidBoth =
                known.heard() instanceof QueryAnswer.Mismatch && !known.status().isFinal();
        if (saidBoth || answer.equals(known.heard())) {
            return false;
        }
        return switch (known.status()) {
            case SUCCEEDED, REJECTED, SKIPPED -> isAgainst(known, answer) || Reversals.concerns(known, answer);
            case PENDING -> !(answer instanceof QueryAnswer.FoundPending) && !isToldAgain(known, answer);
            default -> !isToldAgain(known, answer);
        };
    }

    /** What was refused and sent again may be told of twice: only a question after the window tells the refusals apart. */
    private static boolean isToldAgain(OperationState known, QueryAnswer answer) {
        return answer instanceof QueryAnswer.FoundRejected
                && known.attempts().renewal().refused();
    }

    private static boolean isAgainst(OperationState known, QueryAnswer answer) {
        return known.conclusion() != null && known.conclusion().contradicts(answer);
    }

    /** What becomes of it where nothing follows by itself, because the operation or the saga has ended. */
    private static List<SagaEvent> afterTheEnd(
            SagaDefinition<?> definition, SagaState state, OperationState known, SagaCommand.RecordCallback command) {
        if (known.status() == PLANNED && state.end() != null) {
            return effectOfNothing(definition, state, known, command.answer(), command.at()).stream()
                    .toList();
        } else if (!isAgainst(known, command.answer())) {
            return List.of();
        }
        if (known.isGivenUp() && command.answer() instanceof QueryAnswer.Found found) {
            return LateSuccesses.of(
                    definition, state, known, known.attempts().started(), found.result(), Via.CALLBACK, command.at());
        }
        return contradiction(state, known, command.answer(), command.source(), command.at()).stream()
                .toList();
    }

    private static Optional<SagaEvent> contradiction(
            SagaState state, OperationState known, QueryAnswer answer, String source, Instant at) {
        return state.isReviewed(known.name(), ReviewReason.CONTRADICTION)
                ? Optional.empty()
                : Optional.of(new SagaEvent.ReviewOpened(
                        known.name(),
                        ReviewReason.CONTRADICTION,
                        "recorded as " + known.status() + ", but " + source + " says " + name(answer),
                        at));
    }

    private static Optional<SagaEvent> decided(
            SagaDefinition<?> definition, SagaState state, OperationState known, QueryAnswer heard, Instant at) {
        if (known.status() == PLANNED) {
            return effectOfNothing(definition, state, known, heard, at);
        } else if (known.status().isFinal()) {
            return contradiction(state, known, heard, "the downstream", at);
        }
        if (!isOpen(known)) {
            return Optional.empty();
        }
        int attempt = known.attempts().started();
        if (heard instanceof QueryAnswer.Found found) {
            return Optional.of(
                    new SagaEvent.OperationSucceeded(known.name(), attempt, found.result(), Via.CALLBACK, at));
        } else if (heard instanceof QueryAnswer.FoundRejected rejected) {
            return Optional.of(new SagaEvent.OperationRejected(
                    known.name(), attempt, rejected.code(), rejected.message(), Via.CALLBACK, at));
        } else if (heard instanceof QueryAnswer.FoundRefusedWithEffect refused) {
            return Optional.of(new SagaEvent.OperationRefusedWithEffect(
                    known.name(), attempt, refused.code(), refused.message(), refused.effect(), Via.CALLBACK, at));
        } else if (heard instanceof QueryAnswer.FoundPending pending && mayWait(definition, known)) {
            return stillAsked(known)
                    .map(due ->
                            new SagaEvent.OperationPending(known.name(), pending.reference(), Via.CALLBACK, due, at));
        } else if (heard instanceof QueryAnswer.Mismatch mismatch && known.status() != IN_REVIEW) {
            return Optional.of(new SagaEvent.ReviewOpened(known.name(), ReviewReason.MISMATCH, mismatch.detail(), at));
        }
        return Optional.empty();
    }

    /** Whether nothing else has decided what became of it, and it may have been sent. */
    private static boolean isOpen(OperationState known) {
        boolean open = known.status() == UNKNOWN
                || known.status() == PENDING
                || known.status() == BACKING_OFF
                || known.status() == IN_REVIEW;
        return open && known.mayHaveBeenSent();
    }

    /** What is pending is asked about; without a way to ask it stays as it is, and is sent again only as a key protects it. */
    private static boolean mayWait(SagaDefinition<?> definition, OperationState known) {
        return (known.status() == UNKNOWN || known.status() == BACKING_OFF)
                && definition.operation(known.name()).orElseThrow().queryable();
    }

    private static Optional<Instant> stillAsked(OperationState known) {
        @Nullable Instant due = known.waiting().dueAt();
        return Optional.ofNullable(due);
    }

    /** The saga turned back before the step was sent, and yet there is an effect: nobody can say of what. */
    private static Optional<SagaEvent> effectOfNothing(
            SagaDefinition<?> definition, SagaState state, OperationState known, QueryAnswer heard, Instant at) {
        boolean never = state.compensating()
                && definition.step(known.name()).isPresent()
                && !ForgottenSends.of(definition, state).contains(known.name());
        return never && heard instanceof QueryAnswer.Found
                ? Optional.of(new SagaEvent.ReviewOpened(
                        known.name(),
                        ReviewReason.CONTRADICTION,
                        "the downstream reports an effect of an operation that was never sent",
                        at))
                : Optional.empty();
    }

    static SagaEvent received(SagaCommand.RecordCallback command) {
        QueryAnswer answer = command.answer();
        return new SagaEvent.CallbackReceived(
                command.operation(),
                command.messageId(),
                command.source(),
                name(answer),
                code(answer),
                detail(answer),
                answer instanceof QueryAnswer.FoundRefusedWithEffect refused ? refused.effect() : null,
                command.at());
    }

    private static @Nullable String code(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.FoundRejected rejected) {
            return rejected.code();
        } else if (answer instanceof QueryAnswer.Reversed reversed) {
            return reversed.code();
        }
        return answer instanceof QueryAnswer.FoundRefusedWithEffect refused ? refused.code() : null;
    }

    private static String name(QueryAnswer answer) {
        return answer.getClass().getSimpleName();
    }

    private static String detail(QueryAnswer answer) {
        if (answer instanceof QueryAnswer.Found found) {
            return found.result();
        } else if (answer instanceof QueryAnswer.FoundRejected rejected) {
            return rejected.message();
        } else if (answer instanceof QueryAnswer.Reversed reversed) {
            return reversed.message();
        } else if (answer instanceof QueryAnswer.FoundRefusedWithEffect refused) {
            return refused.message();
        } else if (answer instanceof QueryAnswer.FoundPending pending) {
            return pending.reference();
        } else if (answer instanceof QueryAnswer.Mismatch mismatch) {
            return mismatch.detail();
        }
        throw new IllegalStateException("a callback cannot answer " + answer);
    }
}
