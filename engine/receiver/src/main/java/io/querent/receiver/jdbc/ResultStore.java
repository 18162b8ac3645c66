package io.querent.receiver.jdbc;

import io.querent.receiver.Body;
import java.sql.Connection;
import java.util.Optional;

/**
 * Where bodies lie that are too large to lie with their answers. The built-in one is a table that is written in the operation's
 * transaction. Thread-safe.
 */
public interface ResultStore {
    /**
     * Keeps a body. What is kept and then never committed is of no use to anybody: let it expire.
     *
     * @param connection of the operation's transaction, for a store in the same database
     * @param caller who asked
     * @param key of the operation; with the caller, name enough for the body
     * @param token of whoever writes it; the same operation run again has another
     * @return what the body is found by, at most 500 characters
     * @throws Exception to undo the operation
     */
    String put(Connection connection, String caller, String key, long token, Body body) throws Exception;

    /**
     * The very bytes that were kept.
     *
     * @return empty when they are kept no longer
     * @throws Exception when that cannot be told for now
     */
    Optional<byte[]> get(Connection connection, String reference) throws Exception;
}
