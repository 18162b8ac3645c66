package io.querent.examples.payment.bank.faults;

import java.util.Locale;

/** What a lookup may meet instead of the truth. */
public enum LookupFault {
    /** 503 with {@code Retry-After}. */
    UNAVAILABLE,
    /** No answer for a while, then the connection ends. */
    HANG;

    /** The name on the command line: {@code hang}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return label();
    }
}
