package io.querent.runtime.work;

import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Possession;
import io.querent.saga.OperationDefinition;
import io.querent.saga.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs one local transaction: the user's writes, the step's events and the intent of what comes next commit together, or none of
 * them. A rollback is proof that nothing happened, so there is never an unknown outcome here.
 */
final class LocalRun<I> {
    private static final Outcome<String> NOT_RUN =
            Outcome.notExecuted("not-run", "the transaction did not come so far");

    private final TurnContext<I> context;
    private final SagaState before;
    private final OperationDefinition<I, ?, ?> operation;
    private final Function<Turn<I>, Possession> possession;
    private @Nullable Turn<I> turn;
    private @Nullable FrozenRequest request;
    private @Nullable Possession after;
    private Outcome<String> outcome = NOT_RUN;

    /** How it ended. */
    sealed interface Ending {
        /** The transaction ended with this result for its append. */
        record Settled(Turn<?> turn, Possession possession, AppendResult result) implements Ending {}

        /** The request could not be built; the command says why. */
        record NotBuilt(SagaCommand command) implements Ending {}

        /** Everything was rolled back; these commands tell of it. */
        record RolledBack(List<SagaCommand> commands) implements Ending {}

        /** The database cannot be reached. */
        record Unavailable(Throwable cause) implements Ending {}
    }

    /** @param possession who has the saga after the turn */
    LocalRun(TurnContext<I> context, SagaState before, String operation, Function<Turn<I>, Possession> possession) {
        this.context = context;
        this.before = before;
        this.operation = context.operation(operation);
        this.possession = possession;
    }

    Ending run() {
        try {
            Optional<AppendResult> result = context.parts().transactions().run(this::work);
            if (result.isPresent() && turn != null && after != null) {
                return new Ending.Settled(turn, after, result.get());
            } else if (result.isEmpty() && outcome instanceof Outcome.Succeeded) {
                // The step did its part and the database did not commit it. An attempt must not be counted for that.
                abandon();
                return new Ending.Unavailable(new IllegalStateException("the commit did not happen"));
            }
        } catch (JournalUnavailableException unavailable) {
            abandon();
            return new Ending.Unavailable(unavailable);
        } catch (Throwable failure) {
            outcome = Outcome.notExecuted("rolled-back", FailureClassifier.describe(failure));
        }
        SagaCommand notBuilt = turn == null ? null : turn.notBuilt();
        return notBuilt == null ? rolledBack() : new Ending.NotBuilt(notBuilt);
    }

    /** May run more than once when the database asks for the whole transaction again. */
    private Optional<Append> work() throws Exception {
        abandon();
        Turn<I> attempt = new Turn<>(context, before);
        turn = attempt;
        outcome = NOT_RUN;
        request = attempt.request(operation);
        if (request == null) {
            return Optional.empty();
        }
        attempt.decide(start(request));
        if (attempt.state().statusOf(operation.name()) != OperationStatus.IN_FLIGHT) {
            throw new IllegalStateException(
                    "the core did not begin " + operation.name() + ", so nothing may be written for it");
        }
        outcome = context.parts().calls().performLocally(operation, callContext(attempt, request));
        if (!(outcome instanceof Outcome.Succeeded)) {
            return Optional.empty();
        }
        attempt.decide(record(attempt.state().operation(operation.name()), outcome));
        attempt.plan();
        Possession next = possession.apply(attempt);
        after = next;
        Guard guard = new Guard.Owned(context.owner().node(), context.owner().token(), before.version());
        return Optional.of(attempt.append(guard, next));
    }

    private Ending rolledBack() {
        abandon();
        if (request == null) {
            return new Ending.Unavailable(new IllegalStateException("the transaction did not begin"));
        }
        int number = before.operation(operation.name()).attempts().started() + 1;
        Instant now = context.now();
        return new Ending.RolledBack(List.of(
                start(request),
                new SagaCommand.RecordOutcome(operation.name(), number, provable(outcome), context.draw(), now)));
    }

    /** A transaction that was rolled back cannot leave an unknown outcome, whatever the user's code returned. */
    private static Outcome<String> provable(Outcome<String> said) {
        if (said instanceof Outcome.Unknown<String> unknown) {
            return Outcome.notExecuted("rolled-back", unknown.evidence());
        } else if (said instanceof Outcome.Pending<String> pending) {
            return Outcome.notExecuted("rolled-back", "a local transaction cannot be pending: " + pending.reference());
        }
        return said instanceof Outcome.RefusedWithEffect<String> refused
                ? Outcome.rejected(refused.code(), refused.message())
                : said;
    }

    private SagaCommand.StartAttempt start(FrozenRequest frozen) {
        return new SagaCommand.StartAttempt(operation.name(), frozen, context.owner(), context.draw(), context.now());
    }

    private SagaCommand.RecordOutcome record(OperationState state, Outcome<String> said) {
        return new SagaCommand.RecordOutcome(
                operation.name(), state.attempts().started(), said, context.draw(), context.now());
    }

    private CallContext callContext(Turn<I> attempt, FrozenRequest frozen) {
        return CallContexts.of(context.parts(), attempt.state(), operation, frozen, context.owner());
    }

    private void abandon() {
        if (turn != null) {
            turn.abandon();
        }
    }
}
