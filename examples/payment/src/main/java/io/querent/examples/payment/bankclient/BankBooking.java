package io.querent.examples.payment.bankclient;

import java.math.BigDecimal;

/**
 * One line of the bank's books.
 *
 * @param kind {@code TRANSFER} or {@code REVERSAL}
 * @param originalKey for a reversal, the key of the transfer that was given back; empty for a transfer
 */
public record BankBooking(
        long id,
        String kind,
        String key,
        String originalKey,
        BigDecimal amount,
        String currency,
        String debtorAccount,
        String creditorBank,
        String creditorAccount) {}
