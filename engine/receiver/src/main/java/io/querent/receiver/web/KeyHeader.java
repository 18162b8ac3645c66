package io.querent.receiver.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;

/** Reads the headers a guarded request carries. A header given twice is as bad as none: proxies disagree on which one counts. */
final class KeyHeader {
    static final String NAME = "Idempotency-Key";
    private static final String TOKEN = "Fencing-Token";

    private KeyHeader() {}

    /** @throws RefusedRequest when there is none, or several, or an empty one; its format is the guard's to check */
    static String keyOf(HttpServletRequest request) throws RefusedRequest {
        List<String> values = Collections.list(request.getHeaders(NAME));
        if (values.isEmpty()) {
            throw new RefusedRequest(Problems.keyMissing());
        }
        if (values.size() > 1) {
            throw new RefusedRequest(Problems.keyMalformed("headers=" + values.size()));
        }
        return unquoted(values.get(0));
    }

    /** @throws RefusedRequest when there is none that is a whole number of at least 1 */
    static long tokenOf(HttpServletRequest request) throws RefusedRequest {
        List<String> values = Collections.list(request.getHeaders(TOKEN));
        try {
            if (values.size() == 1 && values.get(0).matches("[1-9][0-9]{0,18}")) {
                return Long.parseLong(values.get(0));
            }
        } catch (NumberFormatException tooLarge) {
            // As bad as none.
        }
        throw new RefusedRequest(Problems.token("headers=" + values.size()));
    }

    /** Structured fields write text in quotes; most callers write the key alone. Both are the same key. */
    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
