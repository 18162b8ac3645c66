package io.querent.examples.payment.order;

/** What one line of an order file came to. */
public sealed interface OrderLine {
    /** Number of the line within its file, from 1; the header is line 1. */
    int number();

    /** The line is an order. */
    record Accepted(int number, PaymentOrder order) implements OrderLine {}

    /**
     * The line is none, and nothing may be done for it.
     *
     * @param field the first field that is wrong, or {@code line} where the line as a whole is
     * @param found what it holds, shortened and made printable
     * @param expected the form that is taken
     */
    record Refused(int number, String field, String found, String expected) implements OrderLine {
        /** The refusal as people read it. */
        public String message() {
            return "line " + number + ", " + field + ": found " + found + ", expected " + expected;
        }
    }
}
