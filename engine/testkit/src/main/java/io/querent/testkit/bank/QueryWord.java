package io.querent.testkit.bank;

/** What the bank answers to one question. */
public sealed interface QueryWord {
    /** What its books say. */
    record Truth() implements QueryWord {}

    /** That it was done, as this booking, whatever the books say. */
    record Found(Booking booking) implements QueryWord {}

    /** That it does not know the key. */
    record NotFound() implements QueryWord {}

    /** That HTTP status instead of an answer. */
    record Failed(int status) implements QueryWord {}

    /** Nothing, ever. */
    record TimedOut() implements QueryWord {}

    /** What its books say. */
    static QueryWord truth() {
        return new Truth();
    }

    /** That it was done, as this booking: for answers that do not match. */
    static QueryWord found(Booking booking) {
        return new Found(booking);
    }

    /** That it does not know the key. */
    static QueryWord notFound() {
        return new NotFound();
    }

    /** That HTTP status instead of an answer. */
    static QueryWord qerr(int status) {
        return new Failed(status);
    }

    /** Nothing, ever. */
    static QueryWord qtimeout() {
        return new TimedOut();
    }
}
