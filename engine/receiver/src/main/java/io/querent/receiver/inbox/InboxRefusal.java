package io.querent.receiver.inbox;

/** What stands with a message that the inbox parked itself. */
final class InboxRefusal {
    static final String BEHIND = "one with the same ordering key waits";

    private InboxRefusal() {}

    static String tooLarge(int bytes, int most) {
        return "QRT-9055 the payload is larger than is handled; found=" + bytes + " bytes, expected=at most " + most
                + "; redrive it to have it handled all the same, or leave it out";
    }

    static String notKept(String source) {
        return "QRT-9058 the payload is so large that it is not kept here; found at=" + source
                + "; handle it from there by hand, then leave it out";
    }

    static String unknowable(InboxMessage message, Receipt.Doubt doubt, int keepDays) {
        return doubt == Receipt.Doubt.TOO_OLD
                ? "QRT-9053 the message is older than what is remembered, so it may have been handled; occurred at="
                        + message.occurredAt() + ", remembered days=" + keepDays
                        + "; find out by what it tells of: redrive it if it was not handled, leave it out if it was"
                : "QRT-9054 the message is of a day to come; occurred at=" + message.occurredAt()
                        + "; mend the sender's clock; redrive it when its day has come, or leave it out";
    }
}
