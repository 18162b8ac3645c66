package io.querent.admin.api.saga;

import io.querent.admin.api.http.ApiJson;
import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Takes out of what is shown what not everybody may see. Whatever an event holds that this class does not know is masked. Thread-safe. */
public final class Masked {
    /** Members that hold JSON text of the user's. */
    private static final Set<String> PAYLOADS = Set.of("input", "result", "effect", "body", "json");

    /** Members that name a case, a time or a thing of ours: they are needed to find one's way, and must not hold personal data. */
    private static final Set<String> NAMES = Set.of(
            "key",
            "parent",
            "operation",
            "hash",
            "inputHash",
            "fingerprint",
            "node",
            "at",
            "deadline",
            "queryAt",
            "absentFrom",
            "retryAt",
            "dueAt",
            "endsAt",
            "via",
            "outcome",
            "answer",
            "decision",
            "operator",
            "approvedBy",
            "requestId",
            "messageId",
            "source",
            "from",
            "branch",
            "currency");

    private final EventCodec events = new EventCodec();
    private final PayloadMask payloads;
    private final TextMask texts;

    /** Masks by these rules. */
    public Masked(MaskingRules rules) {
        this.payloads = new PayloadMask(rules);
        this.texts = new TextMask(rules);
    }

    /** JSON text of the user's, masked. */
    public String payload(String json) {
        return payloads.mask(json);
    }

    /** The same where there may be none. */
    @Nullable
    String payloadOrNone(@Nullable String json) {
        return json == null ? null : payload(json);
    }

    /** Free text about a saga, masked. */
    public String text(String text, SagaKey saga) {
        return texts.mask(text, saga);
    }

    /** The same where there may be none. */
    @Nullable
    String textOrNone(@Nullable String text, SagaKey saga) {
        return text == null ? null : text(text, saga);
    }

    /** An event. */
    public SagaViews.EventView event(long number, SagaEvent event, SagaKey saga) {
        EncodedEvent stored = events.encode(event);
        JsonNode content = masked("", ApiJson.tree(stored.json()), saga);
        return new SagaViews.EventView(number, stored.type(), stored.revision(), event.at(), ApiJson.text(content));
    }

    private JsonNode masked(String name, JsonNode value, SagaKey saga) {
        if (value instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(each -> copy.set(each.getKey(), masked(each.getKey(), each.getValue(), saga)));
            return copy;
        } else if (value instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(each -> copy.add(masked(name, each, saga)));
            return copy;
        } else if (!value.isString() || NAMES.contains(name)) {
            return value;
        }
        String text = value.stringValue();
        return PAYLOADS.contains(name)
                ? ApiJson.tree(payload(text))
                : JsonNodeFactory.instance.stringNode(text(text, saga));
    }
}
