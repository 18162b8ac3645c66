package io.querent.examples.settlement.payout;

/**
 * What one beneficiary is paid.
 *
 * @param beneficiary their id, unique for the merchant
 * @param netMinor what is paid, in minor units; more than 0
 * @param feeMinor what was kept
 */
public record Payout(String beneficiary, String bank, String account, long netMinor, long feeMinor) {}
