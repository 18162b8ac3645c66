package io.querent.postgres;

import io.querent.saga.QuerentException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where a page of found sagas ended: after the saga of that start and id, newest first. */
record SearchPlace(Instant startedAt, UUID saga) {
    private static final String VERSION = "1";
    private static final int PARTS = 3;
    private static final int LONGEST = 200;

    String text() {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, startedAt);
        String plain = VERSION + " " + micros + " " + saga;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.US_ASCII));
    }

    /** @throws QuerentException when the text is none that {@link #text} gave */
    static SearchPlace of(String text) {
        try {
            if (text.length() <= LONGEST) {
                String[] parts =
                        new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII).split(" ", -1);
                if (parts.length == PARTS && parts[0].equals(VERSION)) {
                    Instant startedAt = Instant.EPOCH.plus(Long.parseLong(parts[1]), ChronoUnit.MICROS);
                    return new SearchPlace(startedAt, UUID.fromString(parts[2]));
                }
            }
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException other) {
            throw unknown(other);
        }
        throw unknown(null);
    }

    private static QuerentException unknown(@Nullable Throwable cause) {
        return new QuerentException(
                "QRT-3352",
                "this is no place in a search's results; give back the one that came with the page before, as it was",
                cause);
    }
}
