package io.querent.receiver.inbox;

/** What came of a message that was to be handled. */
public sealed interface Receipt {
    /** It was handled now, and that is committed: acknowledge it. */
    record Handled() implements Receipt {}

    /** It was handled, or left out, before: acknowledge it. */
    record Duplicate() implements Receipt {}

    /** A copy of it is being handled and did not end while it was waited for: do not acknowledge it, come again. Nothing was done here. */
    record Busy() implements Receipt {}

    /** Itself or one before it in its line waits to be handled again, or for a person. Nothing was done here. */
    record Held(Cause cause) implements Receipt {}

    /** It cannot be told whether it was handled before. Nothing was done here. */
    record Unknowable(Doubt doubt) implements Receipt {}

    /** What holds a message. */
    enum Cause {
        /** It waits already. */
        ITSELF,
        /** One with the same ordering key waits. */
        LINE
    }

    /** Why it cannot be told. */
    enum Doubt {
        /** It is of a day whose records are dropped. */
        TOO_OLD,
        /** It is of a day to come. */
        TOO_EARLY
    }
}
