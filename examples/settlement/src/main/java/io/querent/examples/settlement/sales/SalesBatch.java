package io.querent.examples.settlement.sales;

import java.util.List;

/**
 * Sales as the ledger is told of them.
 *
 * @param beneficiaries whoever has sold something
 */
public record SalesBatch(String merchant, String currency, List<Beneficiary> beneficiaries, List<Sale> sales) {
    public SalesBatch {
        beneficiaries = List.copyOf(beneficiaries);
        sales = List.copyOf(sales);
    }
}
