package io.querent.decision;

/** What came of one question about an operation, with results as JSON. */
public sealed interface QueryAnswer {
    /** The effect happened and matches the request. */
    record Found(String result) implements QueryAnswer {}

    /** Something was found that does not match the request, or more than one thing. */
    record Mismatch(String detail) implements QueryAnswer {}

    /** The downstream refused the operation for good. */
    record FoundRejected(String code, String message) implements QueryAnswer {}

    /** The effect happened and the downstream has taken it back since: nothing of it stands. */
    record Reversed(String code, String message) implements QueryAnswer {}

    /** The downstream refused, and yet something took effect. {@code effect} is JSON text. */
    record FoundRefusedWithEffect(String code, String message, String effect) implements QueryAnswer {}

    /** The downstream has not finished. */
    record FoundPending(String reference) implements QueryAnswer {}

    /** The downstream does not know the key now. */
    record NotFound() implements QueryAnswer {}

    /** The question could not be answered. */
    record Unavailable(String cause) implements QueryAnswer {}

    /** It is certain that the question was not asked: nothing was sent. */
    record NotAsked(String cause) implements QueryAnswer {}
}
