package io.querent.saga;

/**
 * Request of a child step's compensation.
 *
 * @param saga key of the child
 */
public record ChildUndo(String saga) {}
