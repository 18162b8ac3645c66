package io.querent.saga;

import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Stable identity of one business operation at a downstream: tenant, saga definition, business key and step. It is the same
 * on every attempt, node, redeploy and re-creation after a loss of data, and is sent with every call.
 *
 * <p>The text form is {@code tenant:definition:businessKey:step}; a compensation's is its original's with {@code .undo} at
 * the end, or {@code .undo-name} where a step has several, {@code .undo-1} and so on where it is made good for in parts; an item's of a for-each step is {@code step.item}. Names hold neither colon
 * nor dot, and no item is called {@code undo}, so two different operations never share a key.
 *
 * @param value at most 200 ASCII letters, digits, {@code . _ - :}
 */
public record OperationKey(String value) {
    /** Longest operation key, in characters. */
    public static final int LONGEST = 200;

    /** Shortest limit that {@link #encodedTo(int)} accepts: 22 characters carry 132 bits of the digest. */
    public static final int SHORTEST_ENCODING = 22;

    /** Most parts in which one step is made good for. */
    public static final int MOST_PARTS = 99;

    private static final String UNDO = "undo";
    private static final String ALTERNATIVE = "undo-";

    /** @throws InvalidKeyException when the value is outside the format */
    public OperationKey {
        KeyAlphabet.KEY.check("operation key", value, LONGEST);
    }

    static OperationKey of(SagaKey saga, String operation) {
        return new OperationKey(saga + ":" + operation);
    }

    /** Name that the compensation of step {@code step} goes by within its saga. */
    public static String compensationOf(String step) {
        return step + '.' + UNDO;
    }

    /** Name that an alternative compensation of step {@code step} goes by within its saga. */
    public static String compensationOf(String step, String alternative) {
        return step + '.' + ALTERNATIVE + KeyAlphabet.NAME.check("compensation name", alternative, StepHandle.LONGEST);
    }

    /**
     * Name that the part {@code number} of the compensation of step {@code step} goes by within its saga.
     *
     * @param number 1 to {@value #MOST_PARTS}
     */
    public static String partOf(String step, int number) {
        if (number < 1 || number > MOST_PARTS) {
            throw new IllegalArgumentException(
                    "a step is made good for in 1 to " + MOST_PARTS + " parts; found=" + number);
        }
        return step + '.' + ALTERNATIVE + number;
    }

    /** Number of the part that operation {@code name} makes good for; empty when it is no part. */
    public static OptionalInt partOf(String name) {
        String last = lastPart(name);
        boolean part = last.length() < name.length() && isPart(last);
        return part ? OptionalInt.of(Integer.parseInt(last.substring(ALTERNATIVE.length()))) : OptionalInt.empty();
    }

    private static boolean isPart(String last) {
        return last.matches(ALTERNATIVE + "[1-9][0-9]?");
    }

    /**
     * Name that the operation for item {@code key} of step {@code step} goes by within its saga.
     *
     * @throws InvalidKeyException when the item's key is outside the format, or could be taken for a compensation's
     */
    public static String itemOf(String step, String key) {
        KeyAlphabet.NAME.check("item key", key, StepHandle.LONGEST);
        if (isUndo(key)) {
            throw InvalidKeyException.reservedItem(step, key);
        }
        return step + '.' + key;
    }

    /** Name of the step that operation {@code name} belongs to, of whatever kind it is. */
    public static String stepOf(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Key of the item that operation {@code name} is for; empty when it is for none. */
    public static Optional<String> itemKeyOf(String name) {
        String action = isUndo(lastPart(name)) ? actionOf(name) : name;
        int dot = action.indexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(action.substring(dot + 1));
    }

    /** Name of the action that the compensation {@code name} makes good for. */
    public static String actionOf(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean isUndo(String part) {
        return part.equals(UNDO) || part.startsWith(ALTERNATIVE);
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
        String operation = operation();
        return operation.indexOf('.') >= 0 && isUndo(lastPart(operation));
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
        return new OperationKey(actionOf(value));
    }

    /** The key of the compensation that makes good for this operation. It shows the link. */
    public OperationKey compensation() {
        return new OperationKey(compensationOf(value));
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
