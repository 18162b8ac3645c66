package io.querent.examples.settlement.payout;

import java.util.List;

/**
 * What a window comes to. Immutable.
 *
 * @param totalMinor all that was sold, in minor units
 * @param feesMinor all that is kept
 * @param payouts by beneficiary, in the order of their ids
 */
public record PayoutPlan(String currency, long totalMinor, long feesMinor, List<Payout> payouts) {
    /** @throws IllegalArgumentException when payouts and fees are not exactly the total */
    public PayoutPlan {
        payouts = List.copyOf(payouts);
        long paid = payouts.stream().mapToLong(Payout::netMinor).reduce(0, Math::addExact);
        if (Math.addExact(paid, feesMinor) != totalMinor) {
            throw new IllegalArgumentException("a plan divides exactly what there is; payouts=" + paid + ", fees="
                    + feesMinor + ", expected sum=" + totalMinor + " in minor units of " + currency);
        }
    }
}
