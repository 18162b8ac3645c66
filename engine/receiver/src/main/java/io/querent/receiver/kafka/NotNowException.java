package io.querent.receiver.kafka;

/** A record cannot be taken over now. Its offset stays, and it is offered again. */
final class NotNowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotNowException(String found) {
        super(found, null, false, false);
    }
}
