package io.querent.decision;

import io.querent.saga.Amount;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may be asked of a saga. A command carries all that is not pure: the time it was given, the jitter that was drawn, who
 * gave it.
 */
public sealed interface SagaCommand {
    /** When the command was given. */
    Instant at();

    /**
     * Start the saga.
     *
     * @param input JSON text
     * @param parent key of the operation that it is started for; null when none
     */
    record StartSaga(
            SagaKey key,
            String input,
            String inputHash,
            boolean askFirst,
            @Nullable String parent,
            Instant at) implements SagaCommand {
        /** A saga that is started for itself. */
        public StartSaga(SagaKey key, String input, String inputHash, boolean askFirst, Instant at) {
            this(key, input, inputHash, askFirst, null, at);
        }
    }

    /** The step's condition does not hold; {@code reason} says which. */
    record SkipStep(String operation, String reason, Instant at) implements SagaCommand {}

    /** The choice as it was weighed. */
    record ChooseBranch(String operation, String branch, Instant at) implements SagaCommand {}

    /** Put the message into the outbox. */
    record Publish(String operation, FrozenRequest request, Instant at) implements SagaCommand {}

    /** Begin a wait that ends at {@code endsAt} at the latest. */
    record StartWait(String operation, Instant endsAt, Instant at) implements SagaCommand {}

    /**
     * A wait's time has come.
     *
     * @param otherwise what the definition goes on with then, as JSON text; null when it has nothing
     */
    record WaitIsDue(String operation, @Nullable String otherwise, Instant at) implements SagaCommand {}

    /** The items of a for-each step. */
    record ListItems(String operation, List<Item> items, Instant at) implements SagaCommand {
        public ListItems {
            items = List.copyOf(items);
        }
    }

    /** The saga's deadline has come. */
    record PassDeadline(Instant at) implements SagaCommand {}

    /**
     * Commit the intent to send, or, where memory may be lost, to ask first.
     *
     * @param request the request as built now; ignored when one is frozen already
     * @param draw jitter in [0, 1)
     */
    record StartAttempt(String operation, FrozenRequest request, Owner owner, double draw, Instant at)
            implements SagaCommand {}

    /** The request could not be built; {@code cause} says why. */
    record RecordRequestFailure(String operation, String cause, Instant at) implements SagaCommand {}

    /**
     * An attempt ended.
     *
     * @param outcome with the result as JSON text
     */
    record RecordOutcome(String operation, int attempt, Outcome<String> outcome, double draw, Instant at)
            implements SagaCommand {}

    /**
     * A question was answered, or not.
     *
     * @param askedAt when the question was sent
     */
    record RecordQueryAnswer(String operation, QueryAnswer answer, Instant askedAt, double draw, Instant at)
            implements SagaCommand {}

    /** Another owner took over: what was in flight is unknown now. */
    record TakeOver(Owner owner, double draw, Instant at) implements SagaCommand {}

    /** An outcome that came too late to decide anything, or from an owner that lost its lease. */
    record RecordEvidence(String operation, int attempt, Outcome<String> outcome, String node, Instant at)
            implements SagaCommand {}

    /**
     * The downstream told, unasked, what became of an operation.
     *
     * @param messageId makes it idempotent
     * @param source who told it
     * @param answer what was told: {@code Found}, {@code FoundRejected}, {@code FoundPending} or {@code Mismatch}
     */
    record RecordCallback(
            String operation, String messageId, String source, QueryAnswer answer, double draw, Instant at)
            implements SagaCommand {}

    /**
     * A person decides (R13).
     *
     * @param worth amount of the effect of the step that the decision is about, as the definition states it; null where it states none, or
     *     the decision does not depend on it
     */
    record Decide(
            OperatorDecision decision,
            Authority authority,
            @Nullable Amount worth,
            Instant at) implements SagaCommand {
        /** A decision that depends on no amount. */
        public Decide(OperatorDecision decision, Authority authority, Instant at) {
            this(decision, authority, null, at);
        }
    }

    /** A person moves the saga to a newer version of its definition. {@code decide} says who and why. */
    record MoveSaga(SagaDefinition<?> to, Decide decide) implements SagaCommand {
        @Override
        public Instant at() {
            return decide.at();
        }
    }

    /** Go on now instead of at the due time. {@code requestId} makes it idempotent. */
    record WakeSaga(String operator, String reason, String requestId, Instant at) implements SagaCommand {}
}
