package io.querent.examples.payment.bank.books;

/**
 * A definite no.
 *
 * @param code for machines: {@code insufficient-funds}
 * @param message for people
 */
public record Decline(String code, String message) {
    static final Decline ORIGINAL_NOT_FOUND =
            new Decline("original-not-found", "No booked transfer has the original key.");
    static final Decline CURRENCY_MISMATCH =
            new Decline("currency-mismatch", "The original transfer has another currency.");

    static Decline amountExceeds(String left, String currency) {
        return new Decline(
                "amount-exceeds-transfer", "Only " + left + " " + currency + " of the transfer is left to reverse.");
    }
}
