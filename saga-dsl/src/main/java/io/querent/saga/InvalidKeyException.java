package io.querent.saga;

/** A business key, tenant or name is outside the published format. Nothing was stored and nothing was sent. */
public final class InvalidKeyException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private InvalidKeyException(String code, String message) {
        super(code, message);
    }

    static InvalidKeyException length(String what, int length, int longest) {
        return new InvalidKeyException(
                "QRT-1101",
                what + " has an impossible length; length=" + length + ", expected=1 to " + longest
                        + " characters; use the number the business already knows this piece of work by");
    }

    static InvalidKeyException character(String what, String value, int index, String alphabet) {
        return new InvalidKeyException(
                "QRT-1102",
                String.format(
                        "%s holds a character that is not allowed; index=%d, found=U+%04X, expected=%s; "
                                + "map the value to that alphabet before you start the saga",
                        what, index, (int) value.charAt(index), alphabet));
    }

    static InvalidKeyException missing(String what, String definition) {
        return new InvalidKeyException(
                "QRT-1104",
                "the function of definition " + definition + " that derives the " + what
                        + " returned null; refuse such input before you start the saga");
    }

    static InvalidKeyException notSagaKey(int length) {
        return new InvalidKeyException(
                "QRT-1105",
                "the text is no saga key; length=" + length
                        + ", expected=tenant:definition:businessKey; use the text that SagaKey.toString() wrote");
    }

    static InvalidKeyException notSagaId(int length) {
        return new InvalidKeyException(
                "QRT-1106",
                "the text is no saga id; length=" + length
                        + ", expected=8-4-4-4-12 lower-case hexadecimal digits; use the id that the start answered");
    }

    static InvalidKeyException unstable(String definition, String first, String second) {
        return new InvalidKeyException(
                "QRT-1103",
                "the business key of definition " + definition
                        + " changed between two evaluations on one input; first=" + first + ", second=" + second
                        + "; derive it from the input alone, without time, random, node or attempt");
    }

    static InvalidKeyException reservedItem(String step, String key) {
        return new InvalidKeyException(
                "QRT-1107",
                "item key " + key + " of step " + step
                        + " could be taken for a compensation's; expected=not undo and not undo-…;"
                        + " derive another key from the item");
    }
}
