package io.querent.receiver.web;

import io.querent.receiver.OperationRequest;
import java.time.Duration;

/** What the filter refuses, one factory a cause. Nothing was done in any of these cases. */
final class Problems {
    private static final Duration DATABASE_AWAY = Duration.ofSeconds(2);

    private Problems() {}

    static Problem keyMissing() {
        return Problem.of(
                400,
                "IDEMPOTENCY_KEY_MISSING",
                "QRT-9101 the request has no Idempotency-Key; expected=one header with the caller's own key for this operation, the"
                        + " same at every attempt; nothing was done");
    }

    static Problem keyMalformed(String found) {
        return Problem.of(
                400,
                "IDEMPOTENCY_KEY_MALFORMED",
                "QRT-9102 the Idempotency-Key is outside the published format; " + found + ", expected=1 to "
                        + OperationRequest.LONGEST + " of ASCII letters, digits and . _ - :; nothing was done");
    }

    static Problem nobody() {
        return Problem.of(
                401,
                "CALLER_UNKNOWN",
                "QRT-9103 nobody is signed in, and keys belong to callers; nothing was done: sign in");
    }

    static Problem tooLarge(int most) {
        return Problem.of(
                413,
                "REQUEST_TOO_LARGE",
                "QRT-9104 the request's body is too large; expected=at most " + most
                        + " bytes; nothing was done: send a reference to it");
    }

    static Problem form() {
        return Problem.of(
                415,
                "CONTENT_TYPE_NOT_SUPPORTED",
                "QRT-9105 forms cannot be told apart by their parameters; expected=a body in JSON, or of another type than"
                        + " a form's; nothing was done");
    }

    static Problem body(String why) {
        return Problem.of(
                400, "REQUEST_BODY_MALFORMED", "QRT-9106 the body cannot be compared with a repeat's: " + why);
    }

    static Problem token(String found) {
        return Problem.of(
                400,
                "FENCING_TOKEN_MALFORMED",
                "QRT-9107 the endpoint is fenced, and the request has no Fencing-Token that can be read; " + found
                        + ", expected=one whole number of at least 1; nothing was done");
    }

    static Problem conflict(String key) {
        return Problem.of(
                422,
                "IDEMPOTENCY_PARAMETER_CONFLICT",
                "QRT-9110 the key was used for a request with other parameters; key=" + key
                        + "; nothing was done and the first one stands: a new operation needs a key of its own");
    }

    static Problem inProgress(String key, Duration retryAfter) {
        return new Problem(
                409,
                "OPERATION_IN_PROGRESS",
                "QRT-9111 the operation is being worked on; key=" + key
                        + "; send the same request again later, with the same key",
                retryAfter);
    }

    static Problem inReview(String key) {
        return Problem.of(
                409,
                "OPERATION_IN_REVIEW",
                "QRT-9112 what became of the operation is not known here, and a person has to find out; key=" + key
                        + "; it is not done again");
    }

    static Problem gone(String key) {
        return Problem.of(
                410,
                "OPERATION_ANSWER_GONE",
                "QRT-9113 the operation was ended so long ago that its answer is no longer kept; key=" + key
                        + "; it is not done again");
    }

    static Problem stale(String resource) {
        return Problem.of(
                409,
                "STALE_FENCING_TOKEN",
                "QRT-9114 somebody with a newer token has been at the resource; resource=" + resource
                        + "; nothing was done: stop writing");
    }

    static Problem away() {
        return new Problem(
                503,
                "RECEIVER_UNAVAILABLE",
                "QRT-9115 the database cannot be reached now; whether anything was done is not known: send the same request with"
                        + " the same key again",
                DATABASE_AWAY);
    }

    static Problem answerTooLarge() {
        return Problem.of(
                500,
                "ANSWER_TOO_LARGE",
                "QRT-9116 the answer or its headers are too large to be kept for repeats, so everything was undone; let the endpoint answer with a"
                        + " reference");
    }

    static Problem notFound(String key) {
        return Problem.of(
                404,
                "OPERATION_NOT_FOUND",
                "QRT-9117 no operation of this caller has this key now; key=" + key
                        + "; one that is under way or being worked on may come to be known later, so ask again, and take no other key");
    }
}
