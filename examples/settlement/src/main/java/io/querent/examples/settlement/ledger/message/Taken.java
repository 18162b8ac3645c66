package io.querent.examples.settlement.ledger.message;

/**
 * Sales that the ledger has taken in.
 *
 * @param added how many were new
 * @param known how many it had already
 */
public record Taken(int added, int known) {}
