package io.querent.decision;

/**
 * Who runs a saga.
 *
 * @param node name of the process
 * @param token fencing token of this ownership
 */
public record Owner(String node, long token) {}
