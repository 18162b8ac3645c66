package io.querent.examples.payment.bank.faults;

import java.time.Duration;

/**
 * How lookups go wrong.
 *
 * @param rates how often which fault happens
 * @param firstLookups faults meet only this many first lookups of a key
 * @param hang how long {@link LookupFault#HANG} keeps the caller; at most {@link SendFaults#LONGEST_HOLD}
 * @param visibilityLag how long after its booking a lagging key stays invisible to lookups
 * @param lagRate share of keys that lag
 */
public record LookupFaults(
        FaultRates<LookupFault> rates, int firstLookups, Duration hang, Duration visibilityLag, double lagRate) {

    /** @throws IllegalArgumentException when a bound is negative, or {@code hang} is longer than a request is held */
    public LookupFaults {
        if (firstLookups < 0) {
            throw new IllegalArgumentException("faulty first lookups must not be negative; found=" + firstLookups);
        }
        if (hang.isNegative() || hang.compareTo(SendFaults.LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("hang must be 0 to " + SendFaults.LONGEST_HOLD + "; found=" + hang);
        }
        if (visibilityLag.isNegative()) {
            throw new IllegalArgumentException("visibility lag must not be negative; found=" + visibilityLag);
        }
        Rate.checked("visibility lag", lagRate);
    }

    /** No faults and no lag, and for those switched on later: first lookup of a key only, hang 30 s, every key lags. */
    public static LookupFaults none() {
        return new LookupFaults(FaultRates.none(), 1, Duration.ofSeconds(30), Duration.ZERO, 1);
    }

    /** These, with {@code fault} at {@code rate}. */
    public LookupFaults with(LookupFault fault, double rate) {
        return new LookupFaults(rates.with(fault, rate), firstLookups, hang, visibilityLag, lagRate);
    }

    /** These, met by the first {@code lookups} lookups of a key. */
    public LookupFaults onFirst(int lookups) {
        return new LookupFaults(rates, lookups, hang, visibilityLag, lagRate);
    }

    /** These, with the time a hanging lookup takes. */
    public LookupFaults hang(Duration time) {
        return new LookupFaults(rates, firstLookups, time, visibilityLag, lagRate);
    }

    /** These, with a share {@code rate} of all keys visible only {@code lag} after their booking. */
    public LookupFaults lag(Duration lag, double rate) {
        return new LookupFaults(rates, firstLookups, hang, lag, rate);
    }
}
