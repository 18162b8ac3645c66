package io.querent.examples.settlement.ledger.message;

/** Give the sales of a window back, because its settlement comes to nothing. */
public record ReopenWindow(String settlement, String merchant, String window) {}
