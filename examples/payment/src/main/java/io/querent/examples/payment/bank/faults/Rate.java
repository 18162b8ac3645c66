package io.querent.examples.payment.bank.faults;

/** A share between 0 (never) and 1 (always). */
final class Rate {
    private Rate() {}

    /** @throws IllegalArgumentException when {@code rate} is not a share */
    static double checked(String what, double rate) {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("rate of " + what + " must be 0 to 1; found=" + rate);
        }
        return rate;
    }
}
