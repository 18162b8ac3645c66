package io.querent.saga.canonical;

import io.querent.saga.QuerentException;

/**
 * A JSON text was refused. The message names code, place, expectation and remedy. Of the text itself it repeats member
 * names and at most one character, so it may be logged.
 * Each cause has a code of its own, {@code QRT-1001} to {@code QRT-1015}.
 */
public final class CanonicalJsonException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final String path;

    private CanonicalJsonException(
            String code, String whatHappened, JsonLocation location, String expected, String found, String whatToDo) {
        super(
                code,
                whatHappened + " at offset " + location.offset() + " (path " + location.path() + "); expected="
                        + expected + ", found=" + found + "; " + whatToDo);
        this.offset = location.offset();
        this.path = location.path();
    }

    /** Where reading stopped, in UTF-8 bytes from the start (in characters if a string had no UTF-8 form). */
    public int offset() {
        return offset;
    }

    /** The member or element that was being read, such as {@code $.lines[2].amount}. Long paths lose their head. */
    public String path() {
        return path;
    }

    static CanonicalJsonException empty(JsonLocation location) {
        return new CanonicalJsonException(
                "QRT-1001", "no JSON", location, "a JSON value", "no content", "send the request body");
    }

    static CanonicalJsonException tooLarge(int bytes, int maxBytes) {
        return new CanonicalJsonException(
                "QRT-1002",
                "JSON too large",
                JsonLocation.START,
                "at most " + maxBytes + " bytes",
                bytes + " bytes",
                "send large content apart and pass a reference to it");
    }

    static CanonicalJsonException notUtf8(int offset) {
        return new CanonicalJsonException(
                "QRT-1003",
                "malformed UTF-8",
                new JsonLocation(offset, "$"),
                "UTF-8",
                "a malformed byte sequence",
                "encode the text as UTF-8");
    }

    static CanonicalJsonException notEncodable(int offset) {
        return new CanonicalJsonException(
                "QRT-1003",
                "text has no UTF-8 form",
                new JsonLocation(offset, "$"),
                "paired surrogates",
                "a lone surrogate",
                "escape it in the JSON text or correct the text");
    }

    static CanonicalJsonException byteOrderMark() {
        return new CanonicalJsonException(
                "QRT-1004",
                "byte order mark",
                JsonLocation.START,
                "a JSON value",
                "U+FEFF",
                "send UTF-8 without a byte order mark (RFC 8259, section 8.1)");
    }

    static CanonicalJsonException unexpected(JsonLocation location, String expected, String found) {
        return new CanonicalJsonException(
                "QRT-1005", "unexpected character", location, expected, found, "send valid JSON (RFC 8259)");
    }

    static CanonicalJsonException endsEarly(JsonLocation location, String expected) {
        return new CanonicalJsonException(
                "QRT-1006", "JSON ends early", location, expected, "end of input", "send the whole text");
    }

    static CanonicalJsonException trailing(JsonLocation location, String found) {
        return new CanonicalJsonException(
                "QRT-1007",
                "content after the JSON value",
                location,
                "end of input",
                found,
                "send exactly one JSON value");
    }

    static CanonicalJsonException tooDeep(JsonLocation location, int maxDepth) {
        return new CanonicalJsonException(
                "QRT-1008",
                "JSON nested too deep",
                location,
                "at most " + maxDepth + " levels",
                "level " + (maxDepth + 1),
                "flatten the request");
    }

    static CanonicalJsonException duplicateMember(JsonLocation location) {
        return new CanonicalJsonException(
                "QRT-1009",
                "duplicate member",
                location,
                "each name once (names compared in Unicode normal form C)",
                "a name seen before",
                "send it once, because parsers disagree on which one counts");
    }

    static CanonicalJsonException malformedNumber(JsonLocation location, String expected, String found) {
        return new CanonicalJsonException(
                "QRT-1010", "malformed number", location, expected, found, "write the number as RFC 8259 does");
    }

    static CanonicalJsonException tooManyDigits(JsonLocation location, int maxDigits) {
        return new CanonicalJsonException(
                "QRT-1011",
                "number too long",
                location,
                "at most " + maxDigits + " digits",
                "more",
                "send long identifiers as strings");
    }

    static CanonicalJsonException exponentTooLarge(JsonLocation location, int maxExponent) {
        return new CanonicalJsonException(
                "QRT-1012",
                "exponent out of range",
                location,
                "-" + maxExponent + " to " + maxExponent,
                "an exponent beyond",
                "write the number without so large an exponent");
    }

    static CanonicalJsonException controlCharacter(JsonLocation location, String found) {
        return new CanonicalJsonException(
                "QRT-1013",
                "unescaped control character",
                location,
                "an escape sequence",
                found,
                "escape characters below U+0020");
    }

    static CanonicalJsonException malformedEscape(JsonLocation location, String expected, String found) {
        return new CanonicalJsonException(
                "QRT-1014", "malformed escape", location, expected, found, "write the escape as RFC 8259 does");
    }

    static CanonicalJsonException tooManyMarks(JsonLocation location, int maxMarks) {
        return new CanonicalJsonException(
                "QRT-1015",
                "too many combining marks",
                location,
                "at most " + maxMarks + " in a row",
                "more",
                "remove them (the bound is that of UAX #15, Stream-Safe Text Format)");
    }
}
