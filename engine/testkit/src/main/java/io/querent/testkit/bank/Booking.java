package io.querent.testkit.bank;

/**
 * One effect in the bank's books.
 *
 * @param reference the bank's own name for it
 * @param request the body of the request that caused it
 */
public record Booking(String reference, String request) {}
