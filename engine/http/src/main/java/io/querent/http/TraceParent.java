package io.querent.http;

import io.querent.saga.SagaKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes W3C {@code traceparent} headers (Trace Context, section 3.2). All attempts and questions of a saga share a trace, on every
 * node and after every restart, because its id is a digest of the saga's key; each send is a span of its own.
 */
final class TraceParent {
    private TraceParent() {}

    /** A header for one send of an operation of {@code saga}. */
    static String of(SagaKey saga) {
        return "00-" + traceId(saga) + "-" + spanId() + "-01";
    }

    private static String traceId(SagaKey saga) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(("trace:" + saga).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Never zero, which the standard reserves. A span is no key: it may be random. */
    private static String spanId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    }
}
