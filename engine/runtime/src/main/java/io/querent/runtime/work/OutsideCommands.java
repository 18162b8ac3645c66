package io.querent.runtime.work;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.saga.SagaKey;

/**
 * Commands that do not come from a saga's owner: late evidence, a person who wants it to go on. They are decided on the stored
 * state and appended only if no event came in between. Thread-safe.
 */
public interface OutsideCommands {
    /**
     * Decides and appends {@code command}.
     *
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     * @throws UnknownSagaException when there is no such saga
     * @throws io.querent.saga.QuerentException when this node does not have the saga's definition, or the saga kept changing
     */
    Decision send(SagaKey saga, SagaCommand command);

    /** There is no saga of that key. */
    final class UnknownSagaException extends io.querent.saga.QuerentException {
        private static final long serialVersionUID = 1L;

        private UnknownSagaException(String code, String message) {
            super(code, message);
        }

        /** No saga has this key. */
        public static UnknownSagaException key(SagaKey key) {
            return new UnknownSagaException(
                    "QRT-3210", "there is no saga; key=" + key + "; check tenant, definition and number");
        }
    }
}
