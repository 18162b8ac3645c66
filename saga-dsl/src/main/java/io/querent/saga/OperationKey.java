package io.querent.saga;

import java.util.Base64;

/**
 * Stable identity of one business operation at a downstream: tenant, saga definition, business key and step. It is the same
 * on every attempt, node, redeploy and re-creation after a loss of data, and is sent with every call.
 *
 * <p>The text form is {@code tenant:definition:businessKey:step}; a compensation's is its original's with {@code .undo} at
 * the end. Names hold neither colon nor dot, so two different operations never share a key.
 *
 * @param value at most 200 ASCII letters, digits, {@code . _ - :}
 */
public record OperationKey(String value) {
    /** Longest operation key, in characters. */
    public static final int LONGEST = 200;

    /** Shortest limit that {@link #encodedTo(int)} accepts: 22 characters carry 132 bits of the digest. */
    public static final int SHORTEST_ENCODING = 22;

    private static final String UNDO = ".undo";

    /** @throws InvalidKeyException when the value is outside the format */
    public OperationKey {
        KeyAlphabet.KEY.check("operation key", value, LONGEST);
    }

    static OperationKey of(SagaKey saga, String operation) {
        return new OperationKey(saga + ":" + operation);
    }

    /** Name that the compensation of step {@code step} goes by within its saga. */
    public static String compensationOf(String step) {
        return step + UNDO;
    }

    /**
     * The saga that the operation belongs to.
     *
     * @throws InvalidKeyException when the value is not {@code tenant:definition:businessKey:step}
     */
    public SagaKey saga() {
        return SagaKey.parse(value.substring(0, Math.max(0, value.lastIndexOf(':'))));
    }

    /** Name of the operation within its saga. */
    public String operation() {
        return value.substring(value.lastIndexOf(':') + 1);
    }

    /** Whether this is the key of a compensation. */
    public boolean isCompensation() {
        return value.endsWith(UNDO);
    }

    /**
     * The key of the operation that this compensation makes good for.
     *
     * @throws IllegalStateException when this is no compensation's key
     */
    public OperationKey original() {
        if (!isCompensation()) {
            throw new IllegalStateException(value + " is not the key of a compensation");
        }
        return new OperationKey(value.substring(0, value.length() - UNDO.length()));
    }

    /** The key of the compensation that makes good for this operation. It shows the link. */
    public OperationKey compensation() {
        return new OperationKey(value + UNDO);
    }

    /**
     * The form to send to a downstream whose keys are limited to {@code longest} characters: the key itself where it fits,
     * otherwise the beginning of its SHA-256 in URL-safe base 64. Never a cut key: two keys that share a long beginning stay
     * two keys. A digest holds no colon, so it never equals another operation's plain key.
     *
     * @param longest the downstream's limit in characters, at least {@value #SHORTEST_ENCODING}
     */
    public String encodedTo(int longest) {
        if (longest < SHORTEST_ENCODING) {
            throw new IllegalArgumentException("a key of " + longest
                    + " characters cannot be told apart safely; at least " + SHORTEST_ENCODING + " are needed");
        }
        if (value.length() <= longest) {
            return value;
        }
        String digest = Base64.getUrlEncoder().withoutPadding().encodeToString(Digests.sha256(value));
        return digest.substring(0, Math.min(digest.length(), longest));
    }

    @Override
    public String toString() {
        return value;
    }
}
