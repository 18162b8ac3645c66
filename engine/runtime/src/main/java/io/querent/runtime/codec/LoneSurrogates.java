package io.querent.runtime.codec;

/**
 * Escapes surrogates that stand alone in JSON text. UTF-8 cannot carry them, so without this a provider's odd answer would be
 * stored as something it did not say, or not at all. Inside a JSON string the escape means the same character.
 */
public final class LoneSurrogates {
    private LoneSurrogates() {}

    public static String escape(String json) {
        for (int i = 0; i < json.length(); i++) {
            if (Character.isSurrogate(json.charAt(i))) {
                return escapeFrom(json);
            }
        }
        return json;
    }

    private static String escapeFrom(String json) {
        StringBuilder escaped = new StringBuilder(json.length() + 16);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < json.length()
                    && Character.isLowSurrogate(json.charAt(i + 1));
            if (pair) {
                escaped.append(c).append(json.charAt(++i));
            } else if (Character.isSurrogate(c)) {
                escaped.append(String.format("\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
