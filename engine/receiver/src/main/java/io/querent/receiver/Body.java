package io.querent.receiver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The content of an answer. Immutable.
 *
 * @param contentType media type, at most 100 characters
 * @param bytes as they are replayed; at most 1 MiB here, larger ones belong elsewhere with a reference here
 */
public record Body(String contentType, byte[] bytes) {
    /** Most bytes of an answer. */
    public static final int MOST_BYTES = 1 << 20;

    /** @throws IllegalArgumentException when it is too large */
    public Body {
        if (bytes.length > MOST_BYTES || contentType.length() > 100) {
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
