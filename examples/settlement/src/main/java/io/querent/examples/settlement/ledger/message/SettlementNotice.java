package io.querent.examples.settlement.ledger.message;

/**
 * What the world is told of a settlement, on the topic {@value #TOPIC}.
 *
 * @param reportSha256 of the report that was uploaded
 */
public record SettlementNotice(
        String settlement,
        String merchant,
        String window,
        String currency,
        long paidMinor,
        long returnedMinor,
        long feesMinor,
        String reportSha256) {
    /** Where it is published. */
    public static final String TOPIC = "settlements";
}
