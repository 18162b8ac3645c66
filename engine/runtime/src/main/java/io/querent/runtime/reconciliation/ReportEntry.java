package io.querent.runtime.reconciliation;

import io.querent.saga.Amount;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a provider reports. Immutable.
 *
 * @param reference the provider's own name for it, or its place in the report; unique within the report, at most 100 characters
 * @param line where it stands in the report, from 1
 * @param endToEndId the key that was sent with the operation; null where the provider gives none
 * @param uetr unique end-to-end transaction reference; null where the provider gives none
 * @param instructionId the key that was sent with the very instruction, of what takes something back its own, while the other ids are those
 *     of what it takes back; null where the provider gives none
 * @param amount more than nothing or nothing, never less: {@code direction} says which way
 * @param reversal whether it takes back what the same ids moved before
 * @param code the provider's code of why it was refused or came back; null where there is none
 * @param bookedOn the provider's day; null where it is not booked, or the day is not told
 */
public record ReportEntry(
        String reference,
        int line,
        @Nullable String endToEndId,
        @Nullable String uetr,
        @Nullable String instructionId,
        Amount amount,
        Direction direction,
        Status status,
        boolean reversal,
        @Nullable String code,
        @Nullable LocalDate bookedOn) {
    private static final int LONGEST_TEXT = 100;

    /** @throws io.querent.saga.QuerentException QRT-3450 when a text is blank or too long, or the amount is less than nothing */
    public ReportEntry {
        ProviderReport.check("reference of an entry", reference, LONGEST_TEXT);
        checkUnlessNull("end-to-end id", endToEndId);
        checkUnlessNull("UETR", uetr);
        checkUnlessNull("instruction id", instructionId);
        checkUnlessNull("code", code);
        if (amount.value().signum() < 0) {
            throw ProviderReport.malformed(reference, "an amount of nothing or more", amount.toString());
        }
    }

    /**
     * An entry of a provider that gives no ids of instructions.
     *
     * @throws io.querent.saga.QuerentException QRT-3450 as above
     */
    public ReportEntry(
            String reference,
            int line,
            @Nullable String endToEndId,
            @Nullable String uetr,
            Amount amount,
            Direction direction,
            Status status,
            boolean reversal,
            @Nullable String code,
            @Nullable LocalDate bookedOn) {
        this(reference, line, endToEndId, uetr, null, amount, direction, status, reversal, code, bookedOn);
    }

    /** How final it is. */
    public enum Status {
        /** The money moved. */
        BOOKED,
        /** The provider has it and has not finished. */
        PENDING,
        /** The provider refused it for good. */
        REJECTED,
        /** Told for information: it proves nothing. */
        INFORMATION
    }

    private static void checkUnlessNull(String what, @Nullable String text) {
        if (text != null) {
            ProviderReport.check(what, text, LONGEST_TEXT);
        }
    }
}
