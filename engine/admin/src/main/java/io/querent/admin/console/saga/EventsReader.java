package io.querent.admin.console.saga;

import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads raw events as they are stored, with payloads and free text masked. Thread-safe. */
final class EventsReader {
    private static final int PAGE = 50;
    private static final Set<String> PAYLOADS = Set.of("input", "result", "body", "effect", "json");
    private static final Set<String> TEXTS = Set.of("evidence", "detail", "message", "reason", "reference");

    private final EventCodec codec = new EventCodec();
    private final JsonMapper mapper = new JsonMapper();
    private final Masks masks;

    EventsReader(Masks masks) {
        this.masks = masks;
    }

    /** @param after number of the event after which the page begins; 0 for the first */
    EventsView read(StoredSaga saga, long after) {
        SagaKey key = saga.row().key();
        int from = (int) Math.max(0, Math.min(saga.events().size(), after));
        int to = Math.min(saga.events().size(), from + PAGE);
        List<EventsView.Raw> events = new ArrayList<>();
        for (int i = from; i < to; i++) {
            SagaEvent event = saga.events().get(i);
            EncodedEvent encoded = codec.encode(event);
            events.add(new EventsView.Raw(
                    i + 1L, Moment.of(event.at()), encoded.type(), encoded.revision(), masked(encoded.json(), key)));
        }
        return new EventsView(
                Links.saga(key.id()),
                key.toString(),
                events,
                saga.events().size(),
                to == saga.events().size() ? null : (long) to);
    }

    private String masked(String json, SagaKey key) {
        JsonNode tree = mapper.readTree(json);
        mask(tree, key);
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    }

    private void mask(JsonNode tree, SagaKey key) {
        if (tree instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(name);
                if (PAYLOADS.contains(name) && value.isString()) {
                    object.set(name, StringNode.valueOf(masks.payloads().mask(value.asString())));
                } else if (TEXTS.contains(name) && value.isString()) {
                    object.set(name, StringNode.valueOf(masks.texts().mask(value.asString(), key)));
                } else {
                    mask(value, key);
                }
            }
        } else if (tree.isArray()) {
            tree.forEach(element -> mask(element, key));
        }
    }
}
