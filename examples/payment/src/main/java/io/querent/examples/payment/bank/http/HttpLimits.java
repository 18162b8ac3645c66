package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.faults.SendFaults;
import java.time.Duration;
import java.util.Map;

/**
 * Limits of the JDK's HTTP server. It reads them from system properties when its first class is loaded, so they hold for every such
 * server in the process; one set on the command line wins.
 */
final class HttpLimits {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);
    private static final Duration LONGEST_ANSWER = SendFaults.LONGEST_HOLD.plusMinutes(1);

    private static final Map<String, String> LIMITS = Map.of(
            // Header and body of an answer are two writes; without this the second waits 40 ms for an acknowledgement.
            "sun.net.httpserver.nodelay", "true",
            "sun.net.httpserver.maxReqTime", Long.toString(LONGEST_REQUEST.toSeconds()),
            "sun.net.httpserver.maxRspTime", Long.toString(LONGEST_ANSWER.toSeconds()),
            "sun.net.httpserver.maxReqHeaders", "64",
            "sun.net.httpserver.maxReqHeaderSize", "16384",
            "sun.net.httpserver.maxIdleConnections", "1024",
            "jdk.httpserver.maxConnections", "4096");

    private HttpLimits() {}

    static void apply() {
        LIMITS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }
}
