package io.querent.examples.payment.audit;

import io.querent.examples.payment.text.Amounts;
import java.math.BigDecimal;

/**
 * Something that an operation brought about, once.
 *
 * @param book where it stands
 * @param key the operation's key there
 * @param what kind, amount and parties in words; two effects are the same if their words are
 */
public record Effect(Book book, String key, String what) {
    /** A movement within the ledger. */
    public static Effect movement(String key, String movement, BigDecimal amount, String currency, String account) {
        return new Effect(Book.LEDGER, key, movement + " " + Amounts.text(amount, currency) + " in account " + account);
    }

    /** A transfer by the bank. */
    public static Effect transfer(
            String key,
            BigDecimal amount,
            String currency,
            String debtorAccount,
            String creditorBank,
            String creditorAccount) {
        return new Effect(
                Book.BANK,
                key,
                "TRANSFER " + Amounts.text(amount, currency) + " from " + debtorAccount + " to " + creditorBank + "/"
                        + creditorAccount);
    }

    /** A transfer that the bank gave back. */
    public static Effect reversal(String key, BigDecimal amount, String currency, String originalKey) {
        return new Effect(Book.BANK, key, "REVERSAL " + Amounts.text(amount, currency) + " of " + originalKey);
    }

    /** Something that a customer was told. */
    public static Effect notice(String key, String orderId, String recipient) {
        return new Effect(Book.NOTICES, key, "NOTICE of order " + orderId + " to " + recipient);
    }
}
