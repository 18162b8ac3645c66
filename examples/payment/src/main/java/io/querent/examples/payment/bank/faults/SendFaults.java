package io.querent.examples.payment.bank.faults;

import java.time.Duration;

/**
 * How sends go wrong.
 *
 * @param rates how often which fault happens
 * @param firstSends faults meet only this many first sends of a key, so that every run comes to an end
 * @param slow how long {@link SendFault#SLOW_ANSWER} and {@link SendFault#SLOW_BOOKING} take; at most {@link #LONGEST_HOLD}
 * @param late how long after the request {@link SendFault#LATE_BOOKING} reaches the books
 * @param pending how long after the request {@link SendFault#PENDING} is settled
 * @param retryAfter what 429 and 503 ask for, sent in whole seconds
 */
public record SendFaults(
        FaultRates<SendFault> rates,
        int firstSends,
        DelayRange slow,
        DelayRange late,
        DelayRange pending,
        Duration retryAfter) {

    /** A request is held open no longer than this; past it the server's own limit would cut the connection. */
    public static final Duration LONGEST_HOLD = Duration.ofMinutes(4);

    /** @throws IllegalArgumentException when a bound is negative or {@code slow} is longer than a request is held */
    public SendFaults {
        if (firstSends < 0) {
            throw new IllegalArgumentException("faulty first sends must not be negative; found=" + firstSends);
        }
        if (slow.longest().compareTo(LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("slow must be at most " + LONGEST_HOLD + "; found=" + slow.longest());
        }
        if (retryAfter.isNegative()) {
            throw new IllegalArgumentException("retry-after must not be negative; found=" + retryAfter);
        }
    }

    /** No faults, and for those switched on later: first send of a key only, slow 1 to 3 s, late and pending 2 to 5 s. */
    public static SendFaults none() {
        return new SendFaults(
                FaultRates.none(),
                1,
                new DelayRange(Duration.ofSeconds(1), Duration.ofSeconds(3)),
                new DelayRange(Duration.ofSeconds(2), Duration.ofSeconds(5)),
                new DelayRange(Duration.ofSeconds(2), Duration.ofSeconds(5)),
                Duration.ofSeconds(1));
    }

    /** These, with {@code fault} at {@code rate}. */
    public SendFaults with(SendFault fault, double rate) {
        return new SendFaults(rates.with(fault, rate), firstSends, slow, late, pending, retryAfter);
    }

    /** These, met by the first {@code sends} sends of a key. */
    public SendFaults onFirst(int sends) {
        return new SendFaults(rates, sends, slow, late, pending, retryAfter);
    }

    /** These, with the delay of slow answers and slow bookings. */
    public SendFaults slow(DelayRange delay) {
        return new SendFaults(rates, firstSends, delay, late, pending, retryAfter);
    }

    /** These, with the delay of late bookings. */
    public SendFaults late(DelayRange delay) {
        return new SendFaults(rates, firstSends, slow, delay, pending, retryAfter);
    }

    /** These, with the time until a pending instruction is settled. */
    public SendFaults pending(DelayRange delay) {
        return new SendFaults(rates, firstSends, slow, late, delay, retryAfter);
    }
}
