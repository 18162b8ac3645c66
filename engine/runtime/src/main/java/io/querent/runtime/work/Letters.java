package io.querent.runtime.work;

import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.Letter;
import io.querent.saga.Inquiry;
import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Optional;

/** Makes commands out of letters: reads results as what they are to be, and holds them against the request (R4). */
final class Letters {
    private Letters() {}

    /**
     * The command that a letter amounts to; empty while it has to wait for the operation to be sent.
     *
     * @throws PayloadCodec.PayloadException when the result that a person states is none of the operation's
     */
    static Optional<SagaCommand> command(
            EngineParts parts, Definitions definitions, SagaDefinition<?> definition, SagaState state, Letter letter) {
        Instant now = parts.clock().instant();
        if (letter.content() instanceof Letter.Told told) {
            return isEarly(definition, state, told.operation())
                    ? Optional.empty()
                    : Optional.of(new SagaCommand.RecordCallback(
                            told.operation(),
                            letter.messageId(),
                            told.sender(),
                            weighed(parts.payloads(), definition, state, told),
                            parts.draws().getAsDouble(),
                            now));
        } else if (letter.content() instanceof Letter.Decided decided) {
            if (decided.decision() instanceof OperatorDecision.ConfirmSucceeded confirmed) {
                check(parts.payloads(), definition, confirmed);
            }
            return decided(
                    definitions,
                    state,
                    new Foresight(parts.payloads())
                            .command(definition, state, decided.decision(), decided.authority(), now));
        } else if (letter.content() instanceof Letter.Woken woken) {
            return Optional.of(new SagaCommand.WakeSaga(woken.sender(), woken.reason(), letter.messageId(), now));
        }
        throw new IllegalStateException("no command for " + letter.content());
    }

    /** A move waits for a node that has the newer version. */
    private static Optional<SagaCommand> decided(Definitions definitions, SagaState state, SagaCommand.Decide decide) {
        if (decide.decision() instanceof OperatorDecision.Move move) {
            return definitions
                    .find(state.key().definition(), move.version())
                    .map(to -> new SagaCommand.MoveSaga(to, decide));
        }
        return Optional.of(decide);
    }

    /** Before the request is frozen there is nothing to hold a result against; a saga that goes forward will come to it. */
    private static boolean isEarly(SagaDefinition<?> definition, SagaState state, String operation) {
        boolean isCall = definition.operation(operation).isPresent()
                || definition.step(operation).isEmpty();
        return isCall
                && state.statusOf(operation) == OperationStatus.PLANNED
                && !state.compensating()
                && state.end() == null;
    }

    private static QueryAnswer weighed(
            PayloadCodec payloads, SagaDefinition<?> definition, SagaState state, Letter.Told told) {
        Optional<? extends OperationDefinition<?, ?, ?>> operation = definition.operation(told.operation());
        if (operation.isEmpty() && told.answer() instanceof QueryAnswer.Found signal) {
            checkSignal(payloads, definition, told.operation(), signal);
        }
        if (operation.isEmpty() || !(told.answer() instanceof QueryAnswer.Found found)) {
            return told.answer();
        }
        return weighed(payloads, operation.get(), state.operation(told.operation()), found);
    }

    private static <Q, R> QueryAnswer weighed(
            PayloadCodec payloads,
            OperationDefinition<?, Q, R> operation,
            OperationState state,
            QueryAnswer.Found found) {
        FrozenRequest frozen = state.request();
        Optional<Inquiry<Q, R>> inquiry = operation.inquiry();
        try {
            R result = payloads.read("callback about " + operation.name(), found.result(), operation.resultType());
            if (frozen == null || inquiry.isEmpty()) {
                return found;
            }
            Q request = payloads.read("request of " + operation.name(), frozen.body(), operation.requestType());
            return inquiry.get().matches().test(request, result)
                    ? found
                    : mismatch("told something that does not match the request", found);
        } catch (Throwable failure) {
            // A word about money is not thrown away because it cannot be held against the request: nobody will say it
            // again.
            return mismatch(
                    "told something that cannot be held against the request: " + FailureClassifier.describe(failure),
                    found);
        }
    }

    private static QueryAnswer mismatch(String why, QueryAnswer.Found found) {
        return new QueryAnswer.Mismatch(why + "; told=" + found.result());
    }

    /** A signal that cannot be read is refused at once: whoever sends it can send a better one. */
    private static void checkSignal(
            PayloadCodec payloads, SagaDefinition<?> definition, String step, QueryAnswer.Found signal) {
        definition
                .step(step)
                .ifPresent(one -> payloads.read("signal for step " + step, signal.result(), one.resultType()));
    }

    /**
     * Why a person's statement of a result is refused: it is not of what was asked for (R4). A person who knows that something else took
     * effect has to say so otherwise. Empty where there is nothing to say against it.
     */
    static Optional<String> refusal(
            PayloadCodec payloads, SagaDefinition<?> definition, SagaState state, Letter letter) {
        if (!(letter.content() instanceof Letter.Decided decided)
                || !(decided.decision() instanceof OperatorDecision.ConfirmSucceeded confirmed)) {
            return Optional.empty();
        }
        OperationState known = state.operation(confirmed.operation());
        return definition
                .operation(confirmed.operation())
                .filter(operation -> known.result().isEmpty())
                .filter(operation -> weighed(payloads, operation, known, new QueryAnswer.Found(confirmed.result()))
                        instanceof QueryAnswer.Mismatch)
                .map(operation -> "QRT-3217 the result that is stated does not match what was asked for; key="
                        + state.key().operation(operation.name())
                        + "; state the result of this very operation, or decide otherwise");
    }

    private static void check(
            PayloadCodec payloads, SagaDefinition<?> definition, OperatorDecision.ConfirmSucceeded confirmed) {
        definition
                .operation(confirmed.operation())
                .ifPresent(operation ->
                        payloads.read("result of " + operation.name(), confirmed.result(), operation.resultType()));
    }
}
