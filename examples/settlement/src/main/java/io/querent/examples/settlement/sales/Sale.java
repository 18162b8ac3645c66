package io.querent.examples.settlement.sales;

import java.time.Instant;

/**
 * One sale.
 *
 * @param id unique over all merchants
 * @param amountMinor in minor units of the merchant's currency; more than 0
 */
public record Sale(String id, String beneficiary, long amountMinor, Instant soldAt) {}
