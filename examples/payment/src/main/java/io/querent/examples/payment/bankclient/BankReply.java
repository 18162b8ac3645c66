package io.querent.examples.payment.bankclient;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An HTTP answer, not yet understood.
 *
 * @param retryAfter how long the bank asked to be left alone, where it said so in seconds
 */
record BankReply(int status, String body, Optional<Duration> retryAfter) {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");
    private static final int LONGEST_QUOTE = 200;

    static BankReply of(HttpResponse<byte[]> response) {
        Optional<Duration> retryAfter = response.headers()
                .firstValue("Retry-After")
                .filter(SECONDS.asMatchPredicate())
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
        return new BankReply(response.statusCode(), new String(response.body(), UTF_8), retryAfter);
    }

    /** Status and the beginning of the body, as evidence. */
    String evidence() {
        String quoted = body.length() <= LONGEST_QUOTE ? body : body.substring(0, LONGEST_QUOTE) + "…";
        return "HTTP " + status + ": " + quoted;
    }
}
