package io.querent.receiver;

/** The published format of keys: what every engine's operation key fits into. */
final class KeyFormat {
    private KeyFormat() {}

    /** The length is checked first, so that a huge value is never walked. */
    static void check(String what, String value) {
        if (value.isEmpty() || value.length() > OperationRequest.LONGEST) {
            throw ReceiverException.key(what, "length=" + value.length());
        }
        for (int i = 0; i < value.length(); i++) {
            if (!allows(value.charAt(i))) {
                throw ReceiverException.key(what, String.format("index=%d, found=U+%04X", i, (int) value.charAt(i)));
            }
        }
    }

    private static boolean allows(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-'
                || c == ':';
    }
}
