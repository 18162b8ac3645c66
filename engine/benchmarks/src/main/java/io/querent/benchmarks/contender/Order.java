package io.querent.benchmarks.contender;

import java.math.BigDecimal;

/** The input of a saga, about 300 bytes of JSON. */
public record Order(
        String number,
        String customer,
        BigDecimal amount,
        String currency,
        String debtorAccount,
        String creditorAccount,
        String creditorName,
        String remittance,
        String channel) {
    /** An order that differs from others in its number and amount. */
    public static Order numbered(String number, long index) {
        return new Order(
                number,
                "customer-" + index % 100_000,
                BigDecimal.valueOf(10_000 + index % 90_000, 2),
                "EUR",
                "DE89370400440532013000",
                "FR1420041010050500013M02606",
                "Example Trading and Shipping Company",
                "Invoice 2026-11-29, thank you for your order",
                "web");
    }
}
