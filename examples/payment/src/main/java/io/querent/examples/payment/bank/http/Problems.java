package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.Decline;
import io.querent.examples.payment.bank.instruction.KeyFormat;
import io.querent.examples.payment.bank.instruction.Reading.Violation;
import io.querent.examples.payment.xml.RefusedFileException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bank's refusals, one factory each: problem details (RFC 9457) with the member {@code code} for machines. */
final class Problems {
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int CONTENT_TOO_LARGE = 413;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final int UNPROCESSABLE_CONTENT = 422;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_SERVER_ERROR = 500;
    private static final int SERVICE_UNAVAILABLE = 503;

    private Problems() {}

    static Answer missingKey() {
        return problem(BAD_REQUEST, "missing-key", "The header Idempotency-Key is missing.");
    }

    static Answer invalidKey() {
        return problem(BAD_REQUEST, "invalid-key", "A key is given once and is " + KeyFormat.DESCRIPTION + ".");
    }

    static Answer invalidJson(String message) {
        return problem(BAD_REQUEST, "invalid-json", message);
    }

    static Answer invalidInstruction(List<Violation> violations) {
        List<Map<String, String>> errors = violations.stream()
                .map(violation -> Map.of("field", violation.field(), "message", violation.message()))
                .toList();
        String detail = "See errors; nothing was done or remembered.";
        return problem(BAD_REQUEST, "invalid-instruction", detail, Map.of("errors", errors));
    }

    static Answer invalidPaymentFile(RefusedFileException refused) {
        Map<String, Object> place = Map.of("line", refused.line(), "column", refused.column(), "path", refused.path());
        return problem(BAD_REQUEST, "invalid-payment-file", String.valueOf(refused.getMessage()), place);
    }

    static Answer invalidParameter(String name, String expected) {
        return problem(BAD_REQUEST, "invalid-parameter", name + " must be " + expected + ".");
    }

    /** A path that means nothing here. Its code differs from {@link #notFound}, which is an answer about a key. */
    static Answer noSuchResource() {
        return problem(NOT_FOUND, "no-such-resource", "There is nothing at this path.");
    }

    static Answer notFound(String key) {
        return problem(NOT_FOUND, "not-found", "The bank knows of nothing under this key.", Map.of("key", key));
    }

    static Answer nothingBooked() {
        return problem(NOT_FOUND, "nothing-booked", "Nothing was booked then.");
    }

    static Answer methodNotAllowed(String allowed) {
        return problem(METHOD_NOT_ALLOWED, "method-not-allowed", "Only " + allowed + " is possible here.")
                .with("Allow", allowed);
    }

    static Answer inProgress(String key) {
        String detail = "A request with this key is in progress; what becomes of it is not known yet.";
        return problem(CONFLICT, "in-progress", detail, Map.of("key", key)).with("Retry-After", "1");
    }

    /** What became of the first is told at the link; it may be the same file or another one. */
    static Answer duplicateMessage(String messageId) {
        String link = "/payment-files/" + messageId;
        String detail = "A file with this message id came before; see the link for what became of its payments.";
        return problem(CONFLICT, "duplicate-message", detail, Map.of("messageId", messageId, "link", link))
                .with("Location", link);
    }

    static Answer statementTooLong(int limit) {
        String detail = "There are more than " + limit + " bookings; ask for one account at a time.";
        return problem(UNPROCESSABLE_CONTENT, "statement-too-long", detail);
    }

    static Answer bodyTooLarge(int limitBytes) {
        return problem(CONTENT_TOO_LARGE, "body-too-large", "A body has at most " + limitBytes + " bytes.");
    }

    static Answer unsupportedMediaType(String expected) {
        return problem(UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "The body must be " + expected + ".");
    }

    static Answer keyReused(String key) {
        String detail = "This key was used for another instruction.";
        return problem(UNPROCESSABLE_CONTENT, "idempotency-key-reused", detail, Map.of("key", key));
    }

    static Answer declined(String key, Decline decline) {
        return problem(
                UNPROCESSABLE_CONTENT,
                decline.code(),
                decline.message(),
                Map.of("message", decline.message(), "key", key));
    }

    static Answer tooManyRequests(Duration retryAfter) {
        return problem(TOO_MANY_REQUESTS, "too-many-requests", "Nothing was done; send less.")
                .with("Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    static Answer internalError() {
        return problem(INTERNAL_SERVER_ERROR, "internal-error", "Something went wrong; what was done is not known.");
    }

    static Answer unavailable(Duration retryAfter) {
        return problem(SERVICE_UNAVAILABLE, "unavailable", "The bank is not available; what was done is not known.")
                .with("Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    private static Answer problem(int status, String code, String detail) {
        return problem(status, code, detail, Map.of());
    }

    private static Answer problem(int status, String code, String detail, Map<String, ?> extensions) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "urn:bank:problem:" + code);
        members.put("title", code.replace('-', ' '));
        members.put("status", status);
        members.put("detail", detail);
        members.put("code", code);
        members.putAll(extensions);
        return Answer.problem(status, members);
    }
}
