package io.querent.decision;

/**
 * An item of a for-each step, as it was listed.
 *
 * @param key its own key, part of its operation key
 * @param json its value as JSON text
 */
public record Item(String key, String json) {}
