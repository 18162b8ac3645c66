package io.querent.examples.payment.bankclient;

import java.util.Map;

/**
 * Settings of the JDK's HTTP client. It reads them from system properties when its first class is loaded, so they hold for the whole
 * process; one that was set before wins, unless it would have requests repeated behind the engine's back.
 */
final class HttpClientRules {
    private static final String RETRY_EVERY_METHOD = "jdk.httpclient.enableAllMethodRetry";

    private static final Map<String, String> RULES = Map.of(
            // A POST whose connection broke is never sent again by the client: whether to do so is the engine's
            // decision.
            RETRY_EVERY_METHOD,
            "false",
            "jdk.httpclient.disableRetryConnect",
            "true",
            // Shorter than the 30 s after which the bank closes idle connections, so that its closing meets no request
            // of ours.
            "jdk.httpclient.keepalivetimeout",
            "20");

    private HttpClientRules() {}

    /** @throws IllegalStateException when the process was told to repeat requests of every kind */
    static void apply() {
        RULES.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
        String retry = System.getProperty(RETRY_EVERY_METHOD);
        if (!"false".equals(retry)) {
            throw new IllegalStateException("the system property " + RETRY_EVERY_METHOD + " is \"" + retry
                    + "\": the HTTP client would send a payment twice without asking; remove it");
        }
    }
}
