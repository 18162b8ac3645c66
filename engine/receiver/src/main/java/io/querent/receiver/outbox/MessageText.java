package io.querent.receiver.outbox;

import io.querent.receiver.ReceiverException;
import org.jspecify.annotations.Nullable;

/** What ids, topics and ordering keys may hold: what a text column can, and a person can read. For the receiver's own packages. */
public final class MessageText {
    /** Most characters. */
    public static final int LONGEST = 200;

    private MessageText() {}

    /** Whether it may be an id, a topic or an ordering key. */
    public static boolean isFit(String text) {
        return !text.isBlank()
                && text.length() <= LONGEST
                && text.codePoints()
                        .noneMatch(each -> Character.isISOControl(each)
                                || (each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE));
    }

    /**
     * Refuses what is not fit. Null is none: callers that are not checked for it hand it on.
     *
     * @throws ReceiverException QRT-9051
     */
    public static void check(String what, @Nullable String text) {
        if (text == null || !isFit(text)) {
            throw refused(
                    what,
                    text == null ? "null" : "length=" + text.length(),
                    "1 to " + LONGEST + " characters without controls");
        }
    }

    /** The refusal of a message. */
    public static ReceiverException refused(String what, String found, String expected) {
        return new ReceiverException(
                "QRT-9051",
                "the " + what + " of a message is out of its bounds; found=" + found + ", expected=" + expected
                        + "; nothing was written");
    }
}
