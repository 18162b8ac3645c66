package io.querent.outbox.jdbc;

import java.nio.charset.StandardCharsets;

/** Texts of strangers, made fit for the column that people read. */
public final class ErrorText {
    /** What the column holds, in characters. */
    public static final int LONGEST = 2_000;

    private ErrorText() {}

    /** The text without U+0000 and halves of surrogate pairs, which no text column can hold, and cut to what the column holds. */
    public static String storable(String text) {
        String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST);
        byte[] encoded = cut.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_8);
        return new String(encoded, StandardCharsets.UTF_8);
    }
}
