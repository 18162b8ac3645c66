package io.querent.examples.settlement.ledger.message;

import java.time.Instant;

/**
 * Close the set of sales that a settlement is about.
 *
 * @param settlement its key: merchant, window and version of the rules
 * @param window the business date, as {@code 2026-11-29}
 * @param before the window's end: what was sold then or later is not in it
 */
public record FreezeWindow(String settlement, String merchant, String window, Instant before) {}
