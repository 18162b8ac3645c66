package io.querent.admin.console.operation;

/**
 * The page where operations are looked up.
 *
 * @param key what was looked for; empty at first
 * @param answer why nothing is shown; empty at first
 */
public record LookupView(String key, String answer) {}
