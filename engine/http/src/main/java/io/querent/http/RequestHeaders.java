package io.querent.http;

import io.querent.saga.Call;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Under which names a request carries what the engine knows.
 *
 * @param key of the operation key; null where the provider takes it in the body
 * @param fencingToken null where it is not sent
 * @param traceParent null where it is not sent
 */
record RequestHeaders(
        @Nullable String key,
        @Nullable String fencingToken,
        @Nullable String traceParent) {
    /** A token as RFC 9110, section 5.6.2 has it. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

    static final RequestHeaders USUAL = new RequestHeaders("Idempotency-Key", "Fencing-Token", "traceparent");

    /** @throws HttpStepException QRT-7004 */
    RequestHeaders {
        check(key);
        check(fencingToken);
        check(traceParent);
    }

    Map<String, String> ofCall(Call call, String sentKey) {
        Map<String, String> headers = new HashMap<>();
        if (key != null) {
            headers.put(key, sentKey);
        }
        if (fencingToken != null) {
            headers.put(fencingToken, Long.toString(call.fencingToken()));
        }
        return headers;
    }

    Map<String, String> ofTrace(Call call) {
        return traceParent == null
                ? Map.of()
                : Map.of(traceParent, TraceParent.of(call.operationKey().saga()));
    }

    private static void check(@Nullable String name) {
        if (name != null
                && (!TOKEN.matcher(name).matches()
                        || OneSend.CONNECTION_HEADERS.contains(name.toLowerCase(Locale.ROOT)))) {
            throw HttpStepException.header(name);
        }
    }
}
