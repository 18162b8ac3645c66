package io.querent.postgres;

import io.querent.contract.SagaStory;
import io.querent.decision.FrozenRequest;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.runtime.journal.SagaJournal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sagas that do nothing but publish. */
public final class Messages {
    private Messages() {}

    /** Stores a saga whose start tells of one message, and returns the message's id. */
    public static String write(SagaJournal journal, String number, String topic, @Nullable String key) {
        SagaStory story = new SagaStory(number, "nobody");
        Append start = of(story.start(), topic, key);
        story.appendTo(journal, start);
        return start.messages().get(0).id().value();
    }

    /** The append with a message of step {@code tell}. */
    static Append of(Append append, String topic, @Nullable String key) {
        String json = "{\"topic\":\"" + topic + "\",\"orderingKey\":" + (key == null ? "null" : '"' + key + '"')
                + ",\"payload\":{\"amount\":1.10,\"text\":\"a\\u0000b\"}}";
        OutboxMessage message =
                OutboxMessage.of(append.key().operation("tell"), new FrozenRequest(json, "v1:" + "0".repeat(64)));
        return new Append(
                append.key(),
                append.guard(),
                append.events(),
                append.status(),
                append.possession(),
                append.operations(),
                append.reviews(),
                append.letters(),
                append.movedTo(),
                List.of(message),
                Map.of());
    }
}
