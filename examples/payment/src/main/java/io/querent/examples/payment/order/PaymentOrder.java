package io.querent.examples.payment.order;

import java.math.BigDecimal;

/**
 * What a customer wants: input of the payment saga. It holds nothing that could differ when the same order comes again, such as a
 * line number or a time of arrival, because a repeated start is recognised by key and equal input.
 *
 * @param orderId number the business knows the order by, and business key of its saga
 * @param debtorAccount the customer's account, kept in our ledger
 * @param creditorBank bank of the account that is paid
 * @param creditorAccount account that is paid
 * @param amount positive, with the decimals of the currency
 * @param currency ISO 4217 code
 * @param symbol what is paid for; empty where the order does not say
 */
public record PaymentOrder(
        String orderId,
        String debtorAccount,
        String creditorBank,
        String creditorAccount,
        BigDecimal amount,
        String currency,
        String symbol) {

    /** What the creditor reads on the statement. */
    public String reference() {
        return symbol.isEmpty() ? "order " + orderId : "order " + orderId + " " + symbol;
    }
}
