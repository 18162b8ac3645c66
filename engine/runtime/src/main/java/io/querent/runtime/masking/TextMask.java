package io.querent.runtime.masking;

import io.querent.saga.SagaKey;

/**
 * Masks free text: what providers, exceptions and people say. Of numbers of eight digits and more, of cards, accounts and phones, the last
 * four stay; addresses of mail, what stands in double quotes, values in JSON, and what the rules' patterns name go. Dates, times and what stands around them stay.
 * What personal data in prose looks like nobody can tell: names of people stay too, so keep them out of messages.
 *
 * <p>Keys of sagas and operations name a case and must be found again, so they are never masked where they are given: they must not
 * hold personal data. So are the names of a provider's reports and their digests, where the engine says that a decision relies on them.
 * Masking twice is masking once. The time it takes grows with the text and not with what stands in it. Thread-safe.
 */
public final class TextMask {
    private final PayloadMask payloads;
    private final PlainText plain;

    /** A mask that shows what the rules say. */
    public TextMask(MaskingRules rules) {
        this.payloads = new PayloadMask(rules);
        this.plain = new PlainText(rules.patterns());
    }

    /** The text, masked. */
    public String mask(String text) {
        return Mask.printable(walk(text, ""));
    }

    /** The text, masked, but for the key of that saga, and those of its operations, which begin with it. In JSON they are masked. */
    public String mask(String text, SagaKey saga) {
        return Mask.printable(walk(text, saga.toString()));
    }

    private String walk(String text, String key) {
        StringBuilder masked = new StringBuilder(text.length());
        int from = 0;
        int next = 0;
        while (next < text.length()) {
            boolean json = EmbeddedJson.begins(text, next);
            int end = json ? EmbeddedJson.end(text, next) : nameEnd(text, next, key);
            if (end < 0) {
                next++;
                continue;
            }
            String found = text.substring(next, end);
            masked.append(plain.mask(text.substring(from, next))).append(json ? payloads.mask(found) : found);
            from = end;
            next = end;
        }
        return masked.append(plain.mask(text.substring(from))).toString();
    }

    /** Where what people find something again by ends; -1 when nothing of the kind begins at {@code from}. */
    private static int nameEnd(String text, int from, String key) {
        int end = keyEnd(text, from, key);
        return end < 0 ? ReportNames.end(text, from) : end;
    }

    /** Where a key ends that begins at {@code from}; -1 when none does, or a longer one of another saga. */
    private static int keyEnd(String text, int from, String key) {
        if (key.isEmpty() || !text.startsWith(key, from)) {
            return -1;
        }
        int end = from + key.length();
        if (end < text.length() && text.charAt(end) == ':') {
            while (end < text.length() && isOfKey(text.charAt(end))) {
                end++;
            }
            return end;
        }
        return end < text.length() && isOfKey(text.charAt(end)) && text.charAt(end) != '.' ? -1 : end;
    }

    private static boolean isOfKey(char each) {
        return each < 128 && (Character.isLetterOrDigit(each) || "._-:".indexOf(each) >= 0);
    }
}
