package io.querent.admin.api.http;

import io.querent.saga.QuerentException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The API refuses a request. What was sent is given back only as far as it is short and printable. */
public final class Refusal extends QuerentException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_SHOWN = 80;

    private final HttpStatus status;
    private final @Nullable String member;
    private final @Nullable Long revision;

    private Refusal(HttpStatus status, String code, String message, @Nullable String member, @Nullable Long revision) {
        super(code, message);
        this.status = status;
        this.member = member;
        this.revision = revision;
    }

    private Refusal(HttpStatus status, String code, String message) {
        this(status, code, message, null, null);
    }

    /** A request that brings no id of its own, or an impossible one. */
    public static Refusal requestId(String header, @Nullable String found) {
        return new Refusal(
                HttpStatus.BAD_REQUEST,
                "QRT-6065",
                "the request says no usable id of its own; expected=header " + header
                        + " with 1 to 200 printable ASCII characters, found=" + shown(found)
                        + "; make one for each piece of business, and give the same one when you repeat it",
                header,
                null);
    }

    /** A parameter, header or member that cannot be read. */
    public static Refusal malformed(String member, String expected, @Nullable String found) {
        return new Refusal(
                HttpStatus.BAD_REQUEST,
                "QRT-6066",
                member + " is malformed; expected=" + expected + ", found=" + shown(found)
                        + "; correct it, then send the request again",
                member,
                null);
    }

    /** A body that cannot be read. */
    public static Refusal body(String member, String why) {
        return new Refusal(
                HttpStatus.BAD_REQUEST,
                "QRT-6067",
                "the body cannot be read; member=" + (member.isEmpty() ? "none" : shown(member)) + ", found="
                        + shown(why) + "; send what the API's description says",
                member.isEmpty() ? null : shown(member),
                null);
    }

    /** A body that is too large. */
    public static Refusal tooLarge(int mostBytes) {
        return new Refusal(
                HttpStatus.CONTENT_TOO_LARGE,
                "QRT-6068",
                "the body is too large; expected=at most " + mostBytes
                        + " bytes; keep large documents elsewhere and pass a reference");
    }

    /** An action that does not say which revision was looked at. */
    public static Refusal noRevision() {
        return new Refusal(
                HttpStatus.PRECONDITION_REQUIRED,
                "QRT-6069",
                "the request does not say which revision was looked at; expected=header If-Match with the saga's ETag, as"
                        + " \"17\", found=nothing; get the saga, look, then send the request with its ETag",
                "If-Match",
                null);
    }

    /** There is nothing under that path. */
    public static Refusal noRoute() {
        return new Refusal(
                HttpStatus.NOT_FOUND,
                "QRT-6070",
                "there is nothing under this path; see /api/v1/openapi for what there is");
    }

    /** The path is there, the request does not fit it. */
    public static Refusal unfit(HttpStatus status) {
        return new Refusal(
                status,
                "QRT-6071",
                "the request does not fit this path; found="
                        + status.getReasonPhrase().toLowerCase(Locale.ROOT)
                        + "; see /api/v1/openapi for methods and media types");
    }

    /** An id that was used for another request. */
    public static Refusal otherRequest(String id) {
        return new Refusal(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "QRT-6072",
                "this id was used for another request; id=" + shown(id)
                        + "; a repeat must say the same again, another request needs an id of its own",
                "Idempotency-Key",
                null);
    }

    /** The same request is being worked on. */
    public static Refusal underWay(String id) {
        return new Refusal(
                HttpStatus.CONFLICT,
                "QRT-6073",
                "the same request is being worked on; id=" + shown(id) + "; send it again in a few seconds",
                "Idempotency-Key",
                null);
    }

    /** No engine runs here. */
    public static Refusal noEngine() {
        return new Refusal(
                HttpStatus.SERVICE_UNAVAILABLE,
                "QRT-6074",
                "no engine runs in this process, so no saga can be started here; send the request to a node that runs one");
    }

    /** A definition that this process does not have. */
    public static Refusal unknownDefinition(String name, @Nullable Integer version) {
        return new Refusal(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "QRT-6075",
                "this process has no such definition; definition=" + shown(name)
                        + (version == null ? "" : " version " + version)
                        + "; see /api/v1/definitions for those that are registered, and where nodes run them",
                "definition",
                null);
    }

    /** Something other than a saga is not there, or not for who asks. */
    public static Refusal unknown(String what) {
        return new Refusal(
                HttpStatus.NOT_FOUND,
                "QRT-6076",
                "there is no such " + what + "; check its id, and look it up in the list");
    }

    /** What is stored stands where that cannot be done. */
    public static Refusal state(String sentence, @Nullable Long revision) {
        return new Refusal(
                HttpStatus.CONFLICT,
                "QRT-6077",
                "things stand where this cannot be done; found=" + sentence + "; look again, then decide anew",
                null,
                revision);
    }

    /** The case has moved since it was looked at. */
    public static Refusal stale(long seen, long now, String sentence) {
        return new Refusal(
                HttpStatus.CONFLICT,
                "QRT-6079",
                "the case has moved since you looked; seen=" + seen + ", revision=" + now + ", found=" + sentence
                        + "; get it again, look, then decide anew",
                "If-Match",
                now);
    }

    /** The status to answer with. */
    public HttpStatus status() {
        return status;
    }

    Problem problem() {
        return new Problem(
                "about:blank",
                status.getReasonPhrase(),
                status.value(),
                code(),
                String.valueOf(getMessage()),
                member,
                revision);
    }

    /** As much of a text as may be shown to whoever sent it, and to a terminal that prints it. */
    static String shown(@Nullable String text) {
        if (text == null) {
            return "nothing";
        }
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST_SHOWN).forEach(point -> shown.appendCodePoint(isHarmless(point) ? point : '?'));
        return text.codePointCount(0, text.length()) > LONGEST_SHOWN ? shown + "…" : shown.toString();
    }

    private static boolean isHarmless(int point) {
        return Character.isLetterOrDigit(point) || " ._-:/,;=+*()[]@".indexOf(point) >= 0;
    }
}
