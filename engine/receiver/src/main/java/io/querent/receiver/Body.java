package io.querent.receiver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The content of an answer. Immutable.
 *
 * @param contentType media type, at most 100 characters and none of them a control
 * @param bytes as they are replayed; at most 1 MiB here, larger ones belong elsewhere with a reference here
 */
public record Body(String contentType, byte[] bytes) {
    /** Most bytes of an answer. */
    public static final int MOST_BYTES = 1 << 20;

    private static final int LONGEST_TYPE = 100;

    /** @throws IllegalArgumentException when it is too large, or its type cannot be kept */
    public Body {
        if (contentType.length() > LONGEST_TYPE || contentType.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the content type of an answer has at most " + LONGEST_TYPE
                    + " characters and no controls; found=" + contentType.length() + " characters");
        }
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("an answer has at most " + MOST_BYTES + " bytes, not " + bytes.length
                    + "; store it elsewhere and answer with a reference");
        }
        bytes = bytes.clone();
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
        return other instanceof Body that && contentType.equals(that.contentType) && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return contentType + ", " + bytes.length + " bytes";
    }
}
