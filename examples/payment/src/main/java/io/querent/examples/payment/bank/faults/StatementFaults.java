package io.querent.examples.payment.bank.faults;

/**
 * What is wrong in statements and notifications; the books stay right.
 *
 * @param foreignBookings bookings that nobody asked for, in the first account of each message
 * @param differingAmounts share of bookings whose amount is told a smallest unit too high, by key
 */
public record StatementFaults(int foreignBookings, double differingAmounts) {
    private static final int MOST_FOREIGN = 1_000;

    /** @throws IllegalArgumentException when a number is out of its range */
    public StatementFaults {
        if (foreignBookings < 0 || foreignBookings > MOST_FOREIGN) {
            throw new IllegalArgumentException(
                    "foreign bookings must be 0 to " + MOST_FOREIGN + "; found=" + foreignBookings);
        }
        Rate.checked("differing amounts", differingAmounts);
    }

    /** Statements that tell what is in the books. */
    public static StatementFaults none() {
        return new StatementFaults(0, 0);
    }
}
