package io.querent.receiver.web;

import io.querent.receiver.Body;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The headers that belong to an answer, and are given again with it. All others belong to one exchange (cookies, traces, what caches and
 * browsers are told) or to the connection; the content's type and length are kept with it.
 */
final class AnswerHeaders {
    /** Each is either alone or, where it may come several times, a list whose parts may stand in one line (RFC 9110, 5.3). */
    static final List<String> KEPT = List.of(
            "Location",
            "Content-Location",
            "ETag",
            "Last-Modified",
            "Link",
            "Content-Language",
            "Content-Encoding",
            "Content-Disposition",
            "Content-Digest",
            "Repr-Digest");

    private static final Pattern UNSENDABLE = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\p{Cs}]");

    private AnswerHeaders() {}

    static Map<String, String> of(HttpServletResponse response) {
        Map<String, String> headers = new TreeMap<>();
        for (String name : KEPT) {
            Collection<String> values = response.getHeaders(name);
            if (!values.isEmpty()) {
                headers.put(name, sendable(String.join(", ", values)));
            }
        }
        return headers;
    }

    /** Whether they can be kept. */
    static boolean fit(HttpServletResponse response) {
        return Body.charactersOf(of(response)) <= Body.MOST_HEADER_CHARACTERS;
    }

    static void replay(Body body, HttpServletResponse response) {
        body.headers().forEach(response::setHeader);
    }

    /** As containers send it: a control would end the line, and half of a surrogate pair is no character. */
    private static String sendable(String value) {
        return UNSENDABLE.matcher(value).replaceAll(" ");
    }
}
