package io.querent.receiver.web;

import io.querent.saga.canonical.CanonicalJsonException;
import io.querent.saga.canonical.RequestHash;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The body of a request, read whole, so that it can be compared with a repeat's and handed on more than once. */
record RequestBody(byte[] bytes, @Nullable String contentType) {
    /** What the canonical form allows, less what method and path take. */
    static final int MOST_BYTES = (1 << 20) - (1 << 14);

    private static final JsonMapper JSON = JsonMapper.shared();

    /** @throws RefusedRequest when it is too large, or a form: whose fields other code would look for where they are no longer */
    static RequestBody read(HttpServletRequest request) throws RefusedRequest, IOException {
        String type = request.getContentType();
        String lower = type == null ? "" : type.toLowerCase(Locale.ROOT);
        if (lower.startsWith("application/x-www-form-urlencoded") || lower.startsWith("multipart/")) {
            throw new RefusedRequest(Problems.form());
        }
        if (request.getContentLengthLong() > MOST_BYTES) {
            throw new RefusedRequest(Problems.tooLarge(MOST_BYTES));
        }
        byte[] bytes = request.getInputStream().readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new RefusedRequest(Problems.tooLarge(MOST_BYTES));
        }
        return new RequestBody(bytes, type);
    }

    /**
     * Everything that the request asks for, as one document in JSON: method, path, query and body. Spelling does not matter in JSON, every byte in others.
     *
     * @throws RefusedRequest when a body that claims to be JSON is none, or ambiguous
     */
    byte[] parameters(String method, String path, @Nullable String query) throws RefusedRequest {
        ByteArrayOutputStream all = new ByteArrayOutputStream(bytes.length + 256);
        all.writeBytes(("{\"method\":" + quoted(method) + ",\"path\":" + quoted(path) + ",\"query\":"
                        + (query == null ? "null" : quoted(query)))
                .getBytes(StandardCharsets.UTF_8));
        if (isJson()) {
            all.writeBytes(",\"body\":".getBytes(StandardCharsets.UTF_8));
            all.writeBytes(bytes);
        } else {
            all.writeBytes((",\"type\":" + (contentType == null ? "null" : quoted(contentType)) + ",\"digest\":"
                            + quoted(Names.digest(bytes)))
                    .getBytes(StandardCharsets.UTF_8));
        }
        all.writeBytes("}".getBytes(StandardCharsets.UTF_8));
        requireJson();
        return all.toByteArray();
    }

    /** By itself, before it becomes a part of what surrounds it: a text such as <code>1},{"a":2</code> must not. */
    private void requireJson() throws RefusedRequest {
        try {
            if (isJson()) {
                RequestHash unused = RequestHash.of(bytes);
            }
        } catch (CanonicalJsonException malformed) {
            throw new RefusedRequest(Problems.body(String.valueOf(malformed.getMessage())));
        }
    }

    private boolean isJson() {
        if (contentType == null || bytes.length == 0) {
            return false;
        }
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json") || type.endsWith("+json");
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }
}
