package io.querent.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Members of a JSON object, in the order in which they were added. Not thread-safe. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    /** Adds a member; times and keys as texts. */
    Json with(String name, @Nullable Object value) {
        boolean plain =
                value instanceof Number || value instanceof JsonNode || value instanceof Boolean || isNested(value);
        members.put(name, value == null || plain ? value : value.toString());
        return this;
    }

    private static boolean isNested(@Nullable Object value) {
        return value instanceof Iterable || value instanceof Map;
    }

    Map<String, @Nullable Object> members() {
        return members;
    }

    /** What keeps a text from being JSON, with its place; empty when it is. */
    static Optional<String> mistake(String text) {
        try {
            JsonNode read = STRICT.readTree(text);
            return read.isMissingNode() ? Optional.of("found=nothing") : Optional.empty();
        } catch (JacksonException malformed) {
            return Optional.of("line=" + malformed.getLocation().getLineNr() + ", column="
                    + malformed.getLocation().getColumnNr());
        }
    }

    /** A JSON text as what it says. */
    static JsonNode tree(String text) {
        return MAPPER.readTree(text);
    }

    /** The text of any value, indented. */
    static String text(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(value instanceof Json json ? json.members : value);
    }
}
