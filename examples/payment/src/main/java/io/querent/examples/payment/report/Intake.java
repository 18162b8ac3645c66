package io.querent.examples.payment.report;

/**
 * What a run made of its order file.
 *
 * @param read lines after the header
 * @param refused lines that are no order
 * @param conflicting orders whose id was used before for another order
 * @param started orders that became a payment now
 * @param replayed orders that had become one before
 */
public record Intake(int read, int refused, int conflicting, int started, int replayed) {}
