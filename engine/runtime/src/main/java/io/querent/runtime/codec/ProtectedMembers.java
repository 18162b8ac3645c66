package io.querent.runtime.codec;

import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Protects those members of stored JSON that hold payloads or what people and providers say. A protected member is an object where
 * otherwise there is a text, so nothing that was stored without protection can be taken for a protected one. All else stays readable, so
 * that people can follow a history in the database. Thread-safe.
 */
final class ProtectedMembers {
    private static final String MARK = "querent.enc";
    private static final String BEGIN = "{\"" + MARK + "\":";
    private static final int VERSION = 1;

    /** Amounts keep every digit: what is revealed has to be what was written, to the letter. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final PayloadProtection protection;
    private final Set<String> names;

    /** @param names names of the members that are protected, wherever they stand; of those of one place alone, {@code place/name} */
    ProtectedMembers(PayloadProtection protection, Set<String> names) {
        this.protection = protection;
        this.names = Set.copyOf(names);
    }

    /** The JSON, protected where protection is on. */
    String protect(SagaKey saga, String place, String json) {
        if (!protection.isOn()) {
            return json;
        }
        ObjectNode tree = (ObjectNode) MAPPER.readTree(json);
        protect(saga, place, of(tree, place), tree);
        return LoneSurrogates.escape(MAPPER.writeValueAsString(tree));
    }

    /**
     * The JSON as it was before it was protected; as it is when nothing in it is.
     *
     * @throws PayloadNotRevealedException when the key is not known, or it was changed or moved
     */
    String reveal(SagaKey saga, String place, String json) {
        // Within a text its quote would have a backslash before it.
        if (!json.contains(BEGIN)) {
            return json;
        }
        JsonNode tree;
        try {
            tree = MAPPER.readTree(json);
        } catch (JacksonException damaged) {
            throw PayloadNotRevealedException.damaged(saga, place, "no JSON");
        }
        reveal(saga, of(tree, place), tree);
        return LoneSurrogates.escape(MAPPER.writeValueAsString(tree));
    }

    /** What an operation's payload is protected for is that operation alone. */
    private static String of(JsonNode tree, String place) {
        return place + ":" + tree.path("operation").asString("");
    }

    private void protect(SagaKey saga, String kind, String place, JsonNode node) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                protect(saga, kind, place + "/" + i, array.get(i));
            }
        } else if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
                String inner = place + "/" + member.getKey();
                if (!member.getValue().isString()) {
                    protect(saga, kind, inner, member.getValue());
                } else if (names.contains(member.getKey()) || names.contains(kind + "/" + member.getKey())) {
                    String text = member.getValue().stringValue();
                    object.set(member.getKey(), envelope(protection.protect(saga, inner, text)));
                }
            }
        }
    }

    private void reveal(SagaKey saga, String place, JsonNode node) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                reveal(saga, place + "/" + i, array.get(i));
            }
        } else if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : List.copyOf(object.properties())) {
                String inner = place + "/" + member.getKey();
                if (member.getValue().has(MARK)) {
                    String text = protection.reveal(saga, inner, payload(saga, inner, member.getValue()));
                    object.put(member.getKey(), text);
                } else {
                    reveal(saga, inner, member.getValue());
                }
            }
        }
    }

    static ObjectNode envelope(ProtectedPayload payload) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(MARK, VERSION)
                .put("key", payload.key())
                .put("data", payload.data());
    }

    static ProtectedPayload payload(SagaKey saga, String place, JsonNode envelope) {
        if (envelope.path(MARK).asInt(0) != VERSION) {
            throw PayloadNotRevealedException.damaged(saga, place, "version " + envelope.path(MARK));
        }
        if (!envelope.path("key").isString() || !envelope.path("data").isString()) {
            throw PayloadNotRevealedException.damaged(saga, place, "no key or no data");
        }
        return new ProtectedPayload(
                envelope.path("key").stringValue(), envelope.path("data").stringValue());
    }
}
