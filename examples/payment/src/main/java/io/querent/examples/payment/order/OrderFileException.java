package io.querent.examples.payment.order;

/** A file is no order file at all, so none of its lines was read. */
public final class OrderFileException extends Exception {
    private static final long serialVersionUID = 1L;

    OrderFileException(String message) {
        super(message);
    }
}
