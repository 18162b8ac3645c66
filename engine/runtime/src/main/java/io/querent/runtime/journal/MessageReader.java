package io.querent.runtime.journal;

import io.querent.saga.Message;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** Reads a frozen {@link Message}. The payload is cut out of the text: reading and writing it again could change an amount's digits. */
final class MessageReader {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final String json;
    private @Nullable String topic;
    private @Nullable String orderingKey;
    private @Nullable String payload;

    private MessageReader(String json) {
        this.json = json;
    }

    static OutboxMessage read(OperationKey id, String json) {
        MessageReader reader = new MessageReader(json);
        try (JsonParser parser = MAPPER.createParser(json)) {
            reader.read(parser);
            if (reader.topic == null || reader.payload == null) {
                throw unreadable(id, "neither topic nor payload may be missing", null);
            }
            Message<String> checked = new Message<>(reader.topic, reader.orderingKey, reader.payload);
            return new OutboxMessage(id, checked.topic(), checked.orderingKey(), checked.payload());
        } catch (JacksonException | IllegalArgumentException wrong) {
            throw unreadable(id, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private void read(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "topic" -> topic = parser.getValueAsString();
                case "orderingKey" -> orderingKey = value == JsonToken.VALUE_NULL ? null : parser.getValueAsString();
                case "payload" -> payload = textOf(parser);
                default -> parser.skipChildren();
            }
        }
    }

    private String textOf(JsonParser parser) {
        long start = parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        return json.substring((int) start, (int) parser.currentLocation().getCharOffset());
    }

    private static QuerentException unreadable(OperationKey id, String found, @Nullable Throwable cause) {
        return new QuerentException(
                "QRT-3350",
                "a message cannot be read back as it was frozen; key=" + id.value() + ", found=" + found
                        + "; a codec of your own must write Message with members topic, orderingKey and payload",
                cause);
    }
}
