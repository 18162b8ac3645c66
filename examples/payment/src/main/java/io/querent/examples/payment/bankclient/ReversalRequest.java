package io.querent.examples.payment.bankclient;

import java.math.BigDecimal;

/** A transfer the bank is asked to give back: the body of {@code POST /reversals}. */
public record ReversalRequest(String originalKey, BigDecimal amount, String currency, String reason) {
    private static final String REASON = "the payment cannot be completed";

    /** Gives the whole of {@code transfer} back. */
    public static ReversalRequest of(Transfer transfer) {
        return new ReversalRequest(transfer.key(), transfer.amount(), transfer.currency(), REASON);
    }

    /** Gives a part of {@code transfer} back. */
    public static ReversalRequest of(Transfer transfer, BigDecimal part) {
        return new ReversalRequest(transfer.key(), part, transfer.currency(), REASON);
    }

    /** Whether {@code found} is this reversal, once. */
    public boolean isMetBy(Reversal found) {
        return originalKey.equals(found.originalKey())
                && amount.compareTo(found.amount()) == 0
                && currency.equals(found.currency())
                && found.bookings() == 1;
    }
}
