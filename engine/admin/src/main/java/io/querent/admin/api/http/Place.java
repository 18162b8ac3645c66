package io.querent.admin.api.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a page ends, as callers give it back: opaque to them. Pure.
 *
 * @param part in which of the parts that a list is made of, from 0
 * @param within where within the part; null at its beginning
 */
public record Place(int part, @Nullable String within) {
    private static final int LONGEST = 2_000;
    private static final int LONGEST_PART = 4;

    /** The text that {@link #read} reads. */
    public String text() {
        String plain = part + ":" + (within == null ? "" : within);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /** @throws Refusal when it is none that {@link #text()} gave; the beginning when there is none */
    public static Place read(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return new Place(0, null);
        }
        try {
            String plain = text.length() > LONGEST
                    ? ""
                    : new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int colon = plain.indexOf(':');
            int part = colon < 1 || colon > LONGEST_PART ? -1 : Integer.parseInt(plain.substring(0, colon));
            if (part >= 0) {
                String within = plain.substring(colon + 1);
                return new Place(part, within.isEmpty() ? null : within);
            }
        } catch (IllegalArgumentException malformed) {
            // Said below.
        }
        throw none();
    }

    /** A place that nobody gave. */
    public static Refusal none() {
        return Refusal.malformed("after", "the next of the page before, as it was given", "something else");
    }
}
