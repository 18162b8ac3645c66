package io.querent.examples.payment.bankclient;

import java.time.Duration;
import java.util.Optional;

/**
 * The bank's answer about a file, not yet understood.
 *
 * @param body the whole of it, as text in UTF-8
 * @param location where the bank says that more is to be found, as a path
 * @param retryAfter how long the bank asked to be left alone, where it said so in seconds
 */
public record FileReply(int status, String body, Optional<String> location, Optional<Duration> retryAfter) {
    private static final int LONGEST_QUOTE = 200;

    /** Status and the beginning of the body, as evidence. */
    public String evidence() {
        String quoted = body.length() <= LONGEST_QUOTE ? body : body.substring(0, LONGEST_QUOTE) + "…";
        return "HTTP " + status + ": " + quoted;
    }
}
