package io.querent.examples.settlement.ledger.message;

import java.util.List;

/**
 * Write down what became of a window's money.
 *
 * @param totalMinor what was frozen, in minor units
 * @param feesMinor what is kept
 * @param paid what the bank has paid
 * @param returned what the bank refused: it goes to the merchant's balance
 */
public record BookSettlement(
        String settlement,
        String merchant,
        String window,
        String currency,
        long totalMinor,
        long feesMinor,
        List<Line> paid,
        List<Line> returned) {
    /**
     * One payout.
     *
     * @param reference what the bank knows it by, or the code of its refusal
     */
    public record Line(String beneficiary, long minor, String reference) {}

    public BookSettlement {
        paid = List.copyOf(paid);
        returned = List.copyOf(returned);
    }

    /** All that was paid. */
    public long paidMinor() {
        return sum(paid);
    }

    /** All that was refused. */
    public long returnedMinor() {
        return sum(returned);
    }

    private static long sum(List<Line> lines) {
        return lines.stream().mapToLong(Line::minor).reduce(0, Math::addExact);
    }
}
