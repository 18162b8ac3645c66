package io.querent.runtime;

import io.querent.saga.OperationKey;
import io.querent.saga.QueryResult;

/**
 * What a downstream tells, unasked, about an operation: the body of its webhook or message, after its signature was checked. It may
 * come before the answer of the call that it is about, after it, or more than once.
 *
 * @param operation the operation key that was sent with the call
 * @param messageId the downstream's own id of this message: the same id again from the same source is no second message
 * @param source who tells it, as {@code bank}; with the id at most 199 characters
 * @param word what became of the operation; {@code NotFound} and {@code Unavailable} are no callbacks
 * @param <R> type of the operation's result
 */
public record Callback<R>(OperationKey operation, String messageId, String source, QueryResult<R> word) {}
