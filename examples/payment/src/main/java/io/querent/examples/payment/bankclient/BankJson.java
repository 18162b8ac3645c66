package io.querent.examples.payment.bankclient;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the bank's JSON. What cannot be read is empty, never an exception: the caller knows what it proves. Thread-safe. */
final class BankJson {
    private final JsonMapper mapper = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** The body, if it is one JSON object. */
    Optional<JsonNode> object(String body) {
        try {
            return Optional.of(mapper.readTree(body)).filter(JsonNode::isObject);
        } catch (JacksonException | NumberFormatException unreadable) {
            return Optional.empty();
        }
    }

    /** The object as a value of {@code type}, if it has every member of it. */
    <T> Optional<T> read(JsonNode object, Class<T> type) {
        try {
            return Optional.of(mapper.treeToValue(object, type));
        } catch (JacksonException | NumberFormatException incomplete) {
            return Optional.empty();
        }
    }
}
