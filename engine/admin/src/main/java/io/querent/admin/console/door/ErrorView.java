package io.querent.admin.console.door;

/**
 * What an error page shows.
 *
 * @param sentence what is the case
 * @param code our code; empty where there is none
 * @param advice what to do
 * @param again where trying again leads; empty where that is no use
 */
public record ErrorView(String sentence, String code, String advice, String again) {}
