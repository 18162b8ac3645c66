package io.querent.receiver.inbox;

import java.sql.Connection;

/** What a service does with a message. It runs in the transaction that records the message as handled: both are committed, or neither. */
@FunctionalInterface
public interface InboxWork {
    /**
     * Does it. May run again from the beginning, on a new transaction, when the database gave up the first one for a deadlock or a
     * serialization failure.
     *
     * @param connection for the business write; not to be committed, rolled back or closed
     * @throws Exception to undo everything; the message is then tried again, or parked
     */
    void handle(InboxMessage message, Connection connection) throws Exception;
}
