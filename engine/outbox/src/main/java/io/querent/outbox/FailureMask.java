package io.querent.outbox;

/** How a log shows failures, whose messages may quote payloads. Thread-safe. */
public interface FailureMask {
    /** Shows classes and places, and no message: those are with the message, where whoever may read it reads them. */
    FailureMask WITHOUT_MESSAGES = new FailureMask() {
        @Override
        public String text(String error) {
            return "kept with the message";
        }

        @Override
        public Throwable of(Throwable failure) {
            return new UnquotedFailure(failure, 0);
        }
    };

    /** The text as it may be logged. */
    String text(String error);

    /** The failure as it may be logged. */
    Throwable of(Throwable failure);
}
