package io.querent.receiver.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A refusal of this side, as RFC 9457 writes it.
 *
 * @param code what a program goes by
 * @param detail what a person reads
 * @param retryAfter null when repeating does not help
 */
record Problem(
        int status, String code, String detail, @Nullable Duration retryAfter) {
    private static final JsonMapper JSON = JsonMapper.shared();

    static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, null);
    }

    /** @param response to which the endpoint has not said anything that stays */
    void write(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        if (retryAfter != null) {
            response.setHeader(
                    "Retry-After",
                    Long.toString(Math.max(1, retryAfter.plusMillis(999).toSeconds())));
        }
        response.setContentType("application/problem+json");
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "about:blank");
        members.put("status", status);
        members.put("code", code);
        members.put("detail", detail);
        response.getOutputStream().write(JSON.writeValueAsBytes(members));
    }
}
