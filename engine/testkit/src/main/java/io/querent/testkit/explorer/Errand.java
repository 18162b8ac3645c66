package io.querent.testkit.explorer;

import io.querent.decision.QueryAnswer;
import io.querent.saga.Outcome;
import java.time.Instant;

/** Something that a process has in mind and nowhere else: lost with the process. */
sealed interface Errand {
    /** Index of the operation. */
    int operation();

    /** Number of the attempt; 0 for a question. */
    int attempt();

    /** Whether nothing else is begun for the operation meanwhile. */
    default boolean occupies() {
        return !(this instanceof Reply);
    }

    /** An intent is committed and its request not yet sent. */
    record Send(int operation, int attempt, String body, Instant deadline) implements Errand {}

    /** A request is sent and its answer waited for. */
    record Await(int operation, int attempt, Instant deadline) implements Errand {}

    /**
     * An answer is on its way, or has come and is not yet recorded.
     *
     * @param slow whether time passes on its way
     */
    record Reply(int operation, int attempt, Outcome<String> outcome, boolean slow) implements Errand {}

    /**
     * A question was answered and the answer is not yet recorded.
     *
     * @param until when it will be, at the latest
     */
    record Answer(int operation, QueryAnswer answer, Instant askedAt, Instant until, boolean slow) implements Errand {
        @Override
        public int attempt() {
            return 0;
        }
    }

    /** The intent of a local transaction is committed, the transaction not. */
    record Perform(int operation, int attempt, String body) implements Errand {}
}
