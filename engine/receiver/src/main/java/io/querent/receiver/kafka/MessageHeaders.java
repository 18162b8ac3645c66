package io.querent.receiver.kafka;

/** Headers that every message carries. */
public final class MessageHeaders {
    /** The message's id, the same in every copy. */
    public static final String MESSAGE_ID = "message-id";

    /** When what the message tells of was committed, as in {@code 2026-03-29T01:30:00.123456Z}; the same in every copy. */
    public static final String OCCURRED_AT = "occurred-at";

    private MessageHeaders() {}
}
