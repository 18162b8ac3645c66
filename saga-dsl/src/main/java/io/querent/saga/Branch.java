package io.querent.saga;

/**
 * A branch of a choice that a step belongs to.
 *
 * @param choice name of the choice step
 * @param name name of the branch
 */
public record Branch(String choice, String name) {}
