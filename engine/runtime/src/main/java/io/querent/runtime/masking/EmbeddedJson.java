package io.querent.runtime.masking;

/** Finds JSON in free text, such as a provider's answer in a message. What looks like JSON and does not end reaches to the text's end. */
final class EmbeddedJson {
    private EmbeddedJson() {}

    /** Whether an object, an array of objects or texts, or a text in quotes begins there. */
    static boolean begins(String text, int at) {
        char each = text.charAt(at);
        if (each == '{') {
            int next = past(text, at + 1);
            return next < text.length() && (text.charAt(next) == '"' || text.charAt(next) == '}');
        } else if (each == '[') {
            int next = past(text, at + 1);
            return next < text.length() && "{\"[".indexOf(text.charAt(next)) >= 0;
        }
        return each == '"' && (at == 0 || "=: (,".indexOf(text.charAt(at - 1)) >= 0);
    }

    /** Where what begins at {@code from} ends. */
    static int end(String text, int from) {
        int open = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char each = text.charAt(i);
            if (quoted && each == '\\') {
                i++;
            } else if (each == '"') {
                quoted = !quoted;
            } else if (!quoted && (each == '{' || each == '[')) {
                open++;
            } else if (!quoted && (each == '}' || each == ']')) {
                open--;
            }
            if (open == 0 && !quoted) {
                return Math.min(i + 1, text.length());
            }
        }
        return text.length();
    }

    /** At most a few blanks, so that a text full of them takes no longer. */
    private static int past(String text, int from) {
        int next = from;
        while (next < text.length() && next < from + 8 && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next;
    }
}
