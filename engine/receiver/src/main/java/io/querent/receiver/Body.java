package io.querent.receiver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The content of an answer. Immutable.
 *
 * @param contentType media type, at most 100 characters and none of them a control or half of a surrogate pair
 * @param bytes as they are replayed; at most 1 MiB here, larger ones belong elsewhere with a reference here
 * @param headers what else belongs to the answer in HTTP, such as {@code Location}, by names in any case, each once; names and values have at
 *     most {@value #MOST_HEADER_CHARACTERS} characters together with two more for each, no controls and no halves of surrogate pairs
 */
public record Body(String contentType, byte[] bytes, Map<String, String> headers) {
    /** Most bytes of an answer. */
    public static final int MOST_BYTES = 1 << 20;

    /** Most characters of an answer's headers. */
    public static final int MOST_HEADER_CHARACTERS = 3_800;

    private static final int LONGEST_TYPE = 100;
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]{1,100}");

    /** @throws IllegalArgumentException when it is too large, or its type or a header cannot be kept */
    public Body {
        if (contentType.length() > LONGEST_TYPE || !isText(contentType)) {
            throw new IllegalArgumentException("the content type of an answer has at most " + LONGEST_TYPE
                    + " characters, no controls and no lone surrogates; found=" + contentType.length() + " characters");
        }
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("an answer has at most " + MOST_BYTES + " bytes, not " + bytes.length
                    + "; store it elsewhere and answer with a reference");
        }
        bytes = bytes.clone();
        headers = checked(headers);
    }

    /** A content without headers. */
    public Body(String contentType, byte[] bytes) {
        this(contentType, bytes, Map.of());
    }

    private static Map<String, String> checked(Map<String, String> headers) {
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        if (sorted.size() < headers.size()) {
            throw new IllegalArgumentException("names of an answer's headers that differ in case alone are one header;"
                    + " found=" + headers.keySet() + "; give each once, its values in one line");
        }
        for (Map.Entry<String, String> header : sorted.entrySet()) {
            if (!HEADER_NAME.matcher(header.getKey()).matches() || !isText(header.getValue())) {
                throw new IllegalArgumentException("a header of an answer has a name of letters, digits and - and a"
                        + " value without controls and lone surrogates; found="
                        + header.getKey().length() + " characters of a name");
            }
        }
        int characters = charactersOf(sorted);
        if (characters > MOST_HEADER_CHARACTERS) {
            throw new IllegalArgumentException("the headers of an answer have at most " + MOST_HEADER_CHARACTERS
                    + " characters, not " + characters + "; say it in the body");
        }
        return Collections.unmodifiableMap(sorted);
    }

    /** What they count for against {@link #MOST_HEADER_CHARACTERS}: as they are stored, each with a colon and the end of its line. */
    public static int charactersOf(Map<String, String> headers) {
        return headers.entrySet().stream()
                .mapToInt(header -> header.getKey().length() + header.getValue().length() + 2)
                .sum();
    }

    /** What a text column holds unchanged, and a line of headers can. */
    private static boolean isText(String text) {
        return text.codePoints()
                .noneMatch(each -> Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE);
    }

    /** This content, with other headers. */
    public Body withHeaders(Map<String, String> others) {
        return new Body(contentType, bytes, others);
    }

    /** JSON text. */
    public static Body json(String json) {
        return new Body("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    /** As UTF-8. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Body that
                && contentType.equals(that.contentType)
                && Arrays.equals(bytes, that.bytes)
                && headers.equals(that.headers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return contentType + ", " + bytes.length + " bytes" + (headers.isEmpty() ? "" : ", " + headers.keySet());
    }
}
