package io.querent.examples.settlement.payout;

/**
 * What one beneficiary has sold in a window.
 *
 * @param beneficiary their id, unique for the merchant
 * @param bank of their account
 * @param account where they are paid
 * @param grossMinor sum of their sales, in minor units; more than 0
 */
public record Share(String beneficiary, String bank, String account, long grossMinor) {
    /** @throws IllegalArgumentException when nothing was sold */
    public Share {
        if (grossMinor < 1) {
            throw new IllegalArgumentException(
                    "a share is more than nothing; beneficiary=" + beneficiary + ", found=" + grossMinor);
        }
    }
}
