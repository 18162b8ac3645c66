package io.querent.runtime;

import io.querent.saga.OperationKey;
import io.querent.saga.QueryResult;

/**
 * What a downstream tells, unasked, about an operation: the body of its webhook or message, after its signature was checked. It may
 * come before the answer of the call that it is about, after it, or more than once.
 *
 * @param operation the operation key that was sent with the call
 * @param messageId the downstream's own id of this message, at most 200 characters: the same id again is no second message. Unique
 *     among all who tell something about one saga: put the downstream's name before it
 * @param source who tells it, for the history
 * @param word what became of the operation; {@code NotFound} and {@code Unavailable} are no callbacks
 * @param <R> type of the operation's result
 */
public record Callback<R>(OperationKey operation, String messageId, String source, QueryResult<R> word) {}
