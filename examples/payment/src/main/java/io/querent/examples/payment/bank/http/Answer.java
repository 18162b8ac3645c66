package io.querent.examples.payment.bank.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP answer.
 *
 * @param isGarbled whether only half of the body is to be sent
 */
record Answer(int status, Map<String, String> headers, Content content, boolean isGarbled) {
    private static final String REPLAY_HEADER = "Idempotency-Replayed";

    Answer {
        headers = Map.copyOf(headers);
    }

    /** The body. */
    sealed interface Content {}

    /**
     * JSON.
     *
     * @param members of the object, in order
     * @param isProblem whether it is a problem (RFC 9457)
     */
    record Json(Map<String, Object> members, boolean isProblem) implements Content {
        Json {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }
    }

    /** An XML document. */
    record Xml(String document) implements Content {}

    static Answer of(int status, Map<String, Object> members) {
        return new Answer(status, Map.of(), new Json(members, false), false);
    }

    static Answer problem(int status, Map<String, Object> members) {
        return new Answer(status, Map.of(), new Json(members, true), false);
    }

    static Answer xml(int status, String document) {
        return new Answer(status, Map.of(), new Xml(document), false);
    }

    /** This answer with one more header. */
    Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, content, isGarbled);
    }

    /** This answer, marked as the repetition of an earlier one. */
    Answer replayed() {
        return with(REPLAY_HEADER, "true");
    }

    /** This answer, to arrive with half its body. */
    Answer garbled() {
        return new Answer(status, headers, content, true);
    }
}
