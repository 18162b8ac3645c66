package io.querent.admin.console.door;

/**
 * What the page of one's own password shows.
 *
 * @param message what came of the last try, or why it has to be changed; empty otherwise
 * @param tone how it looks
 * @param local whether the account is kept here
 */
public record PasswordView(String message, String tone, boolean local) {}
