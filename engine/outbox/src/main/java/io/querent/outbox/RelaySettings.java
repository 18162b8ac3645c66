package io.querent.outbox;

import io.querent.saga.RetryBudget;
import java.time.Duration;

/**
 * How a relay sends messages. Immutable; checks itself.
 *
 * @param atATime messages that are being sent at a time, each by a thread; 1 to 1,000
 * @param pollInterval how often to look for messages; 10 ms to an hour
 * @param timeLimit how long sending one may take before its thread is interrupted; 100 ms to an hour
 * @param budget how a message is tried again; it is parked when both its tries and its time are over
 * @param keepSent how long sent messages stay in the table
 */
public record RelaySettings(
        int atATime, Duration pollInterval, Duration timeLimit, RetryBudget budget, Duration keepSent) {
    /** Settings that suit most: 16 at a time, a limit of 30 s, parked after 20 tries and a day, kept for a week. */
    public static final RelaySettings DEFAULT = new RelaySettings(
            16,
            Duration.ofMillis(100),
            Duration.ofSeconds(30),
            new RetryBudget(20, Duration.ofDays(1), Duration.ofSeconds(1), Duration.ofMinutes(5)),
            Duration.ofDays(7));

    /** @throws IllegalArgumentException when a value is outside its bounds; the message names it */
    public RelaySettings {
        if (atATime < 1 || atATime > 1_000) {
            throw new IllegalArgumentException("atATime must be 1 to 1000, not " + atATime);
        }
        check("pollInterval", pollInterval, Duration.ofMillis(10), Duration.ofHours(1));
        check("timeLimit", timeLimit, Duration.ofMillis(100), Duration.ofHours(1));
        check("keepSent", keepSent, Duration.ZERO, Duration.ofDays(36_525));
    }

    /** These settings with another budget. */
    public RelaySettings withBudget(RetryBudget other) {
        return new RelaySettings(atATime, pollInterval, timeLimit, other, keepSent);
    }

    /** These settings with another time limit for sending one. */
    public RelaySettings withTimeLimit(Duration other) {
        return new RelaySettings(atATime, pollInterval, other, budget, keepSent);
    }

    /** Longer than sending may take, so that nobody else sends a message meanwhile. */
    Duration lease() {
        return timeLimit.multipliedBy(2).plusSeconds(5);
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
        }
    }
}
