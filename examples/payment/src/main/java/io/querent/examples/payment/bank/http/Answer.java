package io.querent.examples.payment.bank.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP answer with a JSON body.
 *
 * @param content members of the body, in order
 * @param isProblem whether the body is a problem (RFC 9457)
 * @param isGarbled whether only half of the body is to be sent
 */
record Answer(
        int status, Map<String, String> headers, Map<String, Object> content, boolean isProblem, boolean isGarbled) {
    private static final String REPLAY_HEADER = "Idempotency-Replayed";

    Answer {
        headers = Map.copyOf(headers);
        content = Collections.unmodifiableMap(new LinkedHashMap<>(content));
    }

    static Answer of(int status, Map<String, Object> content) {
        return new Answer(status, Map.of(), content, false, false);
    }

    static Answer problem(int status, Map<String, Object> content) {
        return new Answer(status, Map.of(), content, true, false);
    }

    /** This answer with one more header. */
    Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, content, isProblem, isGarbled);
    }

    /** This answer, marked as the repetition of an earlier one. */
    Answer replayed() {
        return with(REPLAY_HEADER, "true");
    }

    /** This answer, to arrive with half its body. */
    Answer garbled() {
        return new Answer(status, headers, content, isProblem, true);
    }
}
