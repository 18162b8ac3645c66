package io.querent.examples.settlement.sales;

import java.util.List;

/**
 * Somebody whose shop is settled.
 *
 * @param id unique
 * @param currency in which all is sold and paid
 */
public record Merchant(String id, String currency, List<Beneficiary> beneficiaries) {
    public Merchant {
        beneficiaries = List.copyOf(beneficiaries);
    }
}
