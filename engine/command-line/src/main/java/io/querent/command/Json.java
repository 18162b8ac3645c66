package io.querent.command;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Members of a JSON object, in the order in which they were added. Not thread-safe. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    /** Adds a member; times and keys as texts. */
    Json with(String name, @Nullable Object value) {
        boolean plain = value instanceof Number || value instanceof Boolean || isNested(value);
        members.put(name, value == null || plain ? value : value.toString());
        return this;
    }

    private static boolean isNested(@Nullable Object value) {
        return value instanceof Iterable || value instanceof Map;
    }

    Map<String, @Nullable Object> members() {
        return members;
    }

    /** The text of any value, indented. */
    static String text(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(value instanceof Json json ? json.members : value);
    }
}
