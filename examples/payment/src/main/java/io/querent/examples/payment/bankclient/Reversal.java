package io.querent.examples.payment.bankclient;

import java.math.BigDecimal;

/**
 * A reversal as the bank has it.
 *
 * @param key the idempotency key it was sent under
 * @param originalKey key of the transfer that was given back
 * @param bookings how often it was booked: 1, or something is badly wrong
 */
public record Reversal(String key, String originalKey, BigDecimal amount, String currency, int bookings) {}
