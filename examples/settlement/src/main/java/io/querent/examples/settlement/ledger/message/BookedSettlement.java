package io.querent.examples.settlement.ledger.message;

/** A settlement as it is booked, in minor units. */
public record BookedSettlement(
        String settlement, String currency, long totalMinor, long paidMinor, long returnedMinor, long feesMinor) {
    /** Whether it is what was asked for, to the last unit. */
    public boolean answers(BookSettlement request) {
        return settlement.equals(request.settlement())
                && currency.equals(request.currency())
                && totalMinor == request.totalMinor()
                && paidMinor == request.paidMinor()
                && returnedMinor == request.returnedMinor()
                && feesMinor == request.feesMinor();
    }
}
