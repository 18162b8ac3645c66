package io.querent.receiver.jdbc;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Headers of an answer as they lie in its row: lines of name, colon and value. Neither can hold what ends a line. */
final class StoredHeaders {
    private StoredHeaders() {}

    static @Nullable String write(Map<String, String> headers) {
        return headers.isEmpty()
                ? null
                : headers.entrySet().stream()
                        .map(header -> header.getKey() + ':' + header.getValue())
                        .collect(Collectors.joining("\n"));
    }

    static Map<String, String> read(@Nullable String stored) {
        Map<String, String> headers = new TreeMap<>();
        if (stored != null) {
            for (String line : stored.split("\n", -1)) {
                int colon = line.indexOf(':');
                headers.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return headers;
    }
}
