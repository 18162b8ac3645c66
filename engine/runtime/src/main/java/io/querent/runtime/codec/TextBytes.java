package io.querent.runtime.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Texts as bytes and back, character for character: also those with half of a surrogate pair, which UTF-8 does not have. */
final class TextBytes {
    private static final byte UTF_8_FORM = 1;
    private static final byte CHARACTERS_FORM = 2;

    private TextBytes() {}

    /** A byte that says how, and the text; never empty. */
    static byte[] of(String text) {
        if (UTF_8.newEncoder().canEncode(text)) {
            byte[] bytes = text.getBytes(UTF_8);
            return ByteBuffer.allocate(bytes.length + 1)
                    .put(UTF_8_FORM)
                    .put(bytes)
                    .array();
        }
        ByteBuffer bytes = ByteBuffer.allocate(2 * text.length() + 1).put(CHARACTERS_FORM);
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }

    static String text(byte[] bytes) {
        return switch (bytes[0]) {
            case UTF_8_FORM -> new String(bytes, 1, bytes.length - 1, UTF_8);
            case CHARACTERS_FORM ->
                ByteBuffer.wrap(bytes, 1, bytes.length - 1).asCharBuffer().toString();
            default -> throw new IllegalStateException("a genuine text has no form " + bytes[0]);
        };
    }
}
