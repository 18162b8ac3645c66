package io.querent.examples.settlement.sales;

/**
 * Who sells in a merchant's shop and is paid.
 *
 * @param id unique for the merchant; 1 to 48 letters, digits, {@code _} and {@code -}
 */
public record Beneficiary(String id, String bank, String account) {}
