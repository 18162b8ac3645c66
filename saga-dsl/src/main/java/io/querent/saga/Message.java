package io.querent.saga;

import org.jspecify.annotations.Nullable;

/**
 * A message that a publish step puts into the outbox. The operation key is its id, so that consumers recognise a repeated one.
 *
 * @param topic where it goes
 * @param orderingKey messages of one topic with the same key keep their order; null when it does not matter
 * @param payload what it says; written as JSON
 * @param <P> type of the payload
 */
public record Message<P>(String topic, @Nullable String orderingKey, P payload) {
    static final int LONGEST_TOPIC = 200;

    /**
     * @throws IllegalArgumentException when topic or ordering key is empty, longer than 200 characters, or holds U+0000 or lone surrogates,
     *     which cannot be stored
     */
    public Message {
        check("topic", topic);
        if (orderingKey != null) {
            check("ordering key", orderingKey);
        }
    }

    private static void check(String what, String text) {
        if (text.isBlank() || text.length() > LONGEST_TOPIC) {
            throw new IllegalArgumentException(
                    what + " must be 1 to " + LONGEST_TOPIC + " characters, found=" + text.length());
        }
        if (text.codePoints().anyMatch(Message::cannotBeStored)) {
            throw new IllegalArgumentException(what + " must be without U+0000 and lone surrogates");
        }
    }

    private static boolean cannotBeStored(int point) {
        return point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
