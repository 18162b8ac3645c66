package io.querent.saga.canonical;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says whether a repeat carries the same request, whatever its spelling (see {@link CanonicalJson}).
 *
 * <p>Store both components, or the text form. A stored hash is compared by the version it was taken with, so rows of
 * an earlier release stay comparable after an upgrade. Immutable and thread-safe.
 *
 * @param version number of the algorithm, at least 1
 * @param hex SHA-256 as 64 lower-case hexadecimal digits
 */
public record RequestHash(int version, String hex) {
    /** Nine digits: fits an int. */
    private static final int HIGHEST_VERSION = 999_999_999;

    private static final int DIGITS = 64;
    private static final Pattern TEXT = Pattern.compile("v([1-9][0-9]{0,8}):([0-9a-f]{64})");

    /** Refuses with {@link RequestHashException} what is no hash. A version unknown to this release may be held. */
    public RequestHash {
        if (version < 1 || version > HIGHEST_VERSION || !isHex(hex)) {
            throw RequestHashException.malformed(text(version, hex));
        }
    }

    /**
     * Hashes a request with the current version.
     *
     * @param json the request, UTF-8, at most 1 MiB
     * @throws CanonicalJsonException if the text is refused
     */
    public static RequestHash of(byte[] json) {
        return HashVersions.RELEASED.hash(json);
    }

    /**
     * Reads the text form.
     *
     * @throws RequestHashException if it is not one
     */
    public static RequestHash parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw RequestHashException.malformed(text);
        }
        return new RequestHash(Integer.parseInt(matcher.group(1)), matcher.group(2));
    }

    /**
     * Whether this hash was taken of the same request. Compares by this hash's own version.
     *
     * @param json the request, UTF-8, at most 1 MiB
     * @throws CanonicalJsonException if the text is refused
     * @throws RequestHashException if a newer release wrote this hash and this one cannot tell; treat it as a fault of
     *     the deployment, neither as a replay nor as a conflict
     */
    public boolean matches(byte[] json) {
        return HashVersions.RELEASED.matches(this, json);
    }

    /** The text form, {@code v1:} and 64 hexadecimal digits. */
    @Override
    public String toString() {
        return text(version, hex);
    }

    /** Not by a regular expression: a hash is taken of every request, and matching it would take longer than the digest. */
    private static boolean isHex(String hex) {
        if (hex.length() != DIGITS) {
            return false;
        }
        for (int i = 0; i < DIGITS; i++) {
            char c = hex.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static String text(int version, String hex) {
        return "v" + version + ":" + hex;
    }
}
