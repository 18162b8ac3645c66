package io.querent.examples.settlement.iso20022;

import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import java.util.regex.Pattern;

/**
 * One payment of a payment file.
 *
 * @param endToEndId 1 to 35 characters: the key that the operation is sent under
 * @param uetr see {@link Uetr}
 * @param amount more than nothing, with no more decimal places than the currency has
 * @param creditorName 1 to 140 characters
 * @param creditorBank BIC, or the bank's own name for it, 1 to 34 characters
 * @param creditorAccount IBAN or another account number, 1 to 34 characters
 * @param remittanceInformation what the creditor reads, 1 to 140 characters
 */
public record PaymentInstruction(
        String endToEndId,
        String uetr,
        Amount amount,
        String creditorName,
        String creditorBank,
        String creditorAccount,
        String remittanceInformation) {
    private static final Pattern UETR =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    /**
     * @throws IllegalArgumentException when a text is missing, too long, or has characters that are not for people
     * @throws io.querent.saga.InvalidAmountException when the amount cannot be counted in its currency
     */
    public PaymentInstruction {
        Texts.check("end-to-end id", endToEndId, Texts.LONGEST_ID);
        Texts.check("creditor's name", creditorName, Texts.LONGEST_NAME);
        Texts.check("creditor's bank", creditorBank, Texts.LONGEST_ACCOUNT);
        Texts.check("creditor's account", creditorAccount, Texts.LONGEST_ACCOUNT);
        Texts.check("remittance information", remittanceInformation, Texts.LONGEST_NAME);
        if (!UETR.matcher(uetr).matches()) {
            throw new IllegalArgumentException("a UETR is a UUID of version 4 in lower case; found=" + uetr);
        }
        if (MinorUnits.iso4217().toMinor(amount).signum() <= 0) {
            throw new IllegalArgumentException("an amount is more than nothing; found=" + amount);
        }
    }
}
