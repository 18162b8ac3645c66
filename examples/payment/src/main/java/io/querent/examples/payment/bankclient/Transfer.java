package io.querent.examples.payment.bankclient;

import java.math.BigDecimal;

/**
 * A transfer as the bank has it.
 *
 * @param key the idempotency key it was sent under, by which a reversal names it
 * @param bookings how often it was booked: 1, or something is badly wrong
 */
public record Transfer(
        String key,
        String debtorAccount,
        String creditorBank,
        String creditorAccount,
        BigDecimal amount,
        String currency,
        int bookings) {}
