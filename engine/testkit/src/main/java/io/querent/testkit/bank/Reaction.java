package io.querent.testkit.bank;

/** What the bank answers, before it is put into the form of a face. */
sealed interface Reaction {
    /** It was done. */
    record Booked(Booking booking) implements Reaction {}

    /** It was refused for good. */
    record Declined(String code) implements Reaction {}

    /** It was accepted. */
    record Accepted(String reference) implements Reaction {}

    /** The key is not known. */
    record Unknown() implements Reaction {}

    /** A bare status. */
    record Status(int code) implements Reaction {}

    /** No answer at all. */
    record Nothing() implements Reaction {}
}
