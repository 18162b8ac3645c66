package io.querent.examples.payment.bank.faults;

import java.time.Duration;

/**
 * A delay drawn evenly between two bounds.
 *
 * @param shortest not negative
 * @param longest not below {@code shortest}
 */
public record DelayRange(Duration shortest, Duration longest) {
    /** @throws IllegalArgumentException when the bounds are negative or swapped */
    public DelayRange {
        if (shortest.isNegative() || longest.compareTo(shortest) < 0) {
            throw new IllegalArgumentException(
                    "a delay needs 0 <= shortest <= longest; shortest=" + shortest + ", longest=" + longest);
        }
    }

    /** Always the same delay. */
    public static DelayRange exactly(Duration delay) {
        return new DelayRange(delay, delay);
    }

    Duration at(double draw) {
        long width = longest.minus(shortest).toMillis();
        return shortest.plusMillis((long) (width * draw));
    }
}
