package io.querent.testkit.explorer;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * 128 bits that stand for a world: two worlds with one fingerprint are taken for the same. With a million worlds the chance that
 * any two differ is below 10⁻²⁶. Not thread-safe.
 */
final class Fingerprint {
    private static final long NOTHING = 0x9E3779B97F4A7C15L;

    private final Instant now;
    private long high = 0x243F6A8885A308D3L;
    private long low = 0x13198A2E03707344L;

    /** @param now what times are reckoned from */
    Fingerprint(Instant now) {
        this.now = now;
    }

    long high() {
        return finish(high ^ Long.rotateLeft(low, 32));
    }

    long low() {
        return finish(low + high * 0xC2B2AE3D27D4EB4FL);
    }

    Fingerprint add(long value) {
        high = (high ^ value) * 0x9FB21C651E98DF25L;
        high ^= high >>> 32;
        low = (low + value) * 0xD6E8FEB86659FD93L;
        low ^= low >>> 29;
        return this;
    }

    Fingerprint add(boolean value) {
        return add(value ? 1 : 2);
    }

    Fingerprint add(@Nullable String text) {
        if (text == null) {
            return add(NOTHING);
        }
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        return this;
    }

    /** A time, as its distance from now. */
    Fingerprint add(@Nullable Instant time) {
        if (time == null) {
            return add(NOTHING);
        }
        return add((time.getEpochSecond() - now.getEpochSecond()) * 1_000_000_000L + time.getNano() - now.getNano());
    }

    /** A time of which only matters whether it is still to come. */
    Fingerprint addIfToCome(@Nullable Instant time) {
        return add(time != null && time.isBefore(now) ? now : time);
    }

    /** One of several parts whose order does not matter; all are to be added before anything else is. */
    static long[] sum(long[] sum, Fingerprint part) {
        sum[0] += part.high();
        sum[1] += part.low();
        return sum;
    }

    private static long finish(long value) {
        long mixed = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ (mixed >>> 33);
    }
}
