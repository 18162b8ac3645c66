package io.querent.saga;

/**
 * What a downstream answers when asked what became of an operation key.
 *
 * @param <R> type of the operation's result
 */
public sealed interface QueryResult<R> {
    /** The effect happened. It counts only when the step's {@code matches} check agrees. */
    record Found<R>(R result) implements QueryResult<R> {}

    /** The downstream knows the key and refused the operation for good. */
    record FoundRejected<R>(String code, String message) implements QueryResult<R> {}

    /** The downstream knows the key and has not finished. */
    record FoundPending<R>(String reference) implements QueryResult<R> {}

    /** The downstream does not know the key <em>now</em>. It proves nothing before the visibility window has passed. */
    record NotFound<R>() implements QueryResult<R> {}

    /** The question could not be answered. It says nothing about the operation. */
    record Unavailable<R>(String cause) implements QueryResult<R> {}

    /** The effect happened. */
    static <R> QueryResult<R> found(R result) {
        return new Found<>(result);
    }

    /** The downstream refused the operation for good. */
    static <R> QueryResult<R> foundRejected(String code, String message) {
        return new FoundRejected<>(code, message);
    }

    /** The downstream has not finished. */
    static <R> QueryResult<R> foundPending(String reference) {
        return new FoundPending<>(reference);
    }

    /** The downstream does not know the key now. */
    static <R> QueryResult<R> notFound() {
        return new NotFound<>();
    }

    /** The question could not be answered. */
    static <R> QueryResult<R> unavailable(String cause) {
        return new Unavailable<>(cause);
    }
}
