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

    /**
     * The effect happened and the downstream has taken it back since: a return, a chargeback. Nothing of it stands. As a callback it may
     * come long after the saga has ended.
     */
    record Reversed<R>(String code, String message) implements QueryResult<R> {}

    /** The downstream refused, and yet something took effect and has to be made good for. */
    record FoundRefusedWithEffect<R>(String code, String message, R effect) implements QueryResult<R> {}

    /** What was found cannot be this operation's: two matches, another amount. A person decides. */
    record Mismatch<R>(String detail) implements QueryResult<R> {}

    /** The downstream knows the key and has not finished. */
    record FoundPending<R>(String reference) implements QueryResult<R> {}

    /** The downstream does not know the key <em>now</em>. It proves nothing before the visibility window has passed. */
    record NotFound<R>() implements QueryResult<R> {}

    /** The question could not be answered. It says nothing about the operation. */
    record Unavailable<R>(String cause) implements QueryResult<R> {}

    /** It is certain that the question was not sent. It says nothing about the operation, and uses time and no question of the budget. */
    record NotAsked<R>(String cause) implements QueryResult<R> {}

    /** The effect happened. */
    static <R> QueryResult<R> found(R result) {
        return new Found<>(result);
    }

    /** The downstream refused the operation for good. */
    static <R> QueryResult<R> foundRejected(String code, String message) {
        return new FoundRejected<>(code, message);
    }

    /** The effect happened and was taken back since. */
    static <R> QueryResult<R> reversed(String code, String message) {
        return new Reversed<>(code, message);
    }

    /** A refusal that left something to make good for. */
    static <R> QueryResult<R> foundRefusedWithEffect(String code, String message, R effect) {
        return new FoundRefusedWithEffect<>(code, message, effect);
    }

    /** What was found cannot be this operation's. */
    static <R> QueryResult<R> mismatch(String detail) {
        return new Mismatch<>(detail);
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

    /** It is certain that the question was not sent. */
    static <R> QueryResult<R> notAsked(String cause) {
        return new NotAsked<>(cause);
    }
}
