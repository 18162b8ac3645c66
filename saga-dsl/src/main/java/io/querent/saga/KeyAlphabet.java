package io.querent.saga;

/**
 * The alphabets of keys and names. Business keys may hold a colon; names may not, so that the parts of an operation key can
 * be told apart from its ends and two different operations can never share one.
 */
enum KeyAlphabet {
    KEY("ASCII letters, digits and . _ - :") {
        @Override
        boolean allows(char c) {
            return isWord(c) || c == '.' || c == ':';
        }
    },
    NAME("ASCII letters, digits and _ -") {
        @Override
        boolean allows(char c) {
            return isWord(c);
        }
    };

    private final String description;

    KeyAlphabet(String description) {
        this.description = description;
    }

    abstract boolean allows(char c);

    /** Returns the value when it is well formed; the length is checked first so that a huge value is never walked. */
    String check(String what, String value, int longest) {
        if (value.isEmpty() || value.length() > longest) {
            throw InvalidKeyException.length(what, value.length(), longest);
        }
        for (int i = 0; i < value.length(); i++) {
            if (!allows(value.charAt(i))) {
                throw InvalidKeyException.character(what, value, i, description);
            }
        }
        return value;
    }

    private static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
