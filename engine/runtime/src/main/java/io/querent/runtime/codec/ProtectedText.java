package io.querent.runtime.codec;

import io.querent.saga.SagaKey;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Protects JSON text that stands by itself, such as a message in the outbox. A text that is stored as it is and begins like a protected
 * one gets a blank before it, which reading takes away, so whoever writes such a text can neither pass it off as a protected one nor be
 * taken for it. Thread-safe.
 */
public final class ProtectedText {
    private static final String BEGIN = "{\"querent.enc\":";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final PayloadProtection protection;

    /** Protects by {@code protection}. */
    public ProtectedText(PayloadProtection protection) {
        this.protection = protection;
    }

    /** The text as it is stored. JSON where {@code json} is. */
    public String protect(SagaKey saga, String place, String json) {
        if (protection.isOn()) {
            return MAPPER.writeValueAsString(ProtectedMembers.envelope(protection.protect(saga, place, json)));
        }
        return json.stripLeading().startsWith(BEGIN) ? " " + json : json;
    }

    /**
     * The text as it was.
     *
     * @throws PayloadNotRevealedException when the key is not known, or it was changed or moved
     */
    public String reveal(SagaKey saga, String place, String stored) {
        if (stored.startsWith(BEGIN)) {
            JsonNode envelope = envelope(stored);
            return protection.reveal(saga, place, ProtectedMembers.payload(saga, place, envelope));
        }
        return stored.startsWith(" ") && stored.stripLeading().startsWith(BEGIN) ? stored.substring(1) : stored;
    }

    private static JsonNode envelope(String stored) {
        try {
            return MAPPER.readTree(stored);
        } catch (JacksonException damaged) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
