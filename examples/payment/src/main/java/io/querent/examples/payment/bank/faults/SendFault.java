package io.querent.examples.payment.bank.faults;

import java.util.Locale;

/** What a send (a transfer or a reversal) may meet instead of a prompt and truthful answer. */
public enum SendFault {
    /** The connection ends without an answer; nothing is booked. */
    REQUEST_LOST,
    /** The instruction is carried out; the connection ends without an answer. */
    REPLY_LOST,
    /** The instruction is carried out at once and answered after a delay. */
    SLOW_ANSWER,
    /** The instruction is carried out and answered after a delay; until then the key is in progress. */
    SLOW_BOOKING,
    /** The instruction is carried out; the answer is a 500. */
    ERROR_AFTER_BOOKING,
    /** The instruction is carried out; the answer says so, but its body is cut in half. */
    GARBLED_ANSWER,
    /** 503 with {@code Retry-After}; nothing is booked. */
    UNAVAILABLE,
    /** 429 with {@code Retry-After}, before the business layer; nothing is booked. */
    TOO_MANY_REQUESTS,
    /** The connection ends without an answer; the instruction arrives at the books later, as if a proxy had parked it. */
    LATE_BOOKING,
    /** 202: accepted and not final; settled later. */
    PENDING;

    /** The name on the command line: {@code reply-lost}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return label();
    }
}
