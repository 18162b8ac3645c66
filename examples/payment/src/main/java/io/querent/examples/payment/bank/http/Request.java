package io.querent.examples.payment.bank.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request, read completely.
 *
 * @param path decoded segments: {@code ["transfers", "key"]}
 */
record Request(String method, List<String> path, Headers headers, Map<String, String> query, Body body) {
    /** What endpoints look for in headers; all values of a name, in order. */
    interface Headers {
        List<String> all(String name);
    }

    /** The bytes of the body; equal only to itself, so that no record compares megabytes by accident. */
    static final class Body {
        private final byte[] bytes;

        Body(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Not copied: it is read only, and only once. */
        byte[] bytes() {
            return bytes;
        }
    }

    boolean isJson() {
        return type().equals("application/json");
    }

    boolean isXml() {
        return type().equals("application/xml") || type().equals("text/xml");
    }

    private String type() {
        List<String> types = headers.all("Content-Type");
        return types.size() == 1 ? types.get(0).split(";", 2)[0].trim().toLowerCase(Locale.ROOT) : "";
    }

    @Nullable
    String parameter(String name) {
        return query.get(name);
    }
}
