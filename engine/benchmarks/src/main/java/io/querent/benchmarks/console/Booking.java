package io.querent.benchmarks.console;

/** What a downstream answers. */
record Booking(String reference) {}
