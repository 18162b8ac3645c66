package io.querent.admin.console.saga;

import io.querent.admin.console.page.Moment;

/**
 * An entry of a timeline.
 *
 * @param sequence number of the event within the saga
 * @param operation name of the operation; empty where it is about the saga
 * @param link where the operation's page is; empty likewise
 * @param original name of the operation that this compensation makes good for; empty for others
 * @param tone class of its colours
 * @param symbol a sign
 * @param what what happened, in a few words
 * @param detail the particulars, masked
 */
public record Happening(
        long sequence,
        Moment at,
        String operation,
        String link,
        String original,
        String tone,
        String symbol,
        String what,
        String detail) {}
