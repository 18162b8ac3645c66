package io.querent.postgres;

import io.querent.runtime.journal.OutboxMessage;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts messages into the outbox, in the transaction that writes the events which tell of them. */
final class MessageWrites {
    /** A message that is there already is of a history that was lost: it is sent once, as it was first. */
    private static final String WRITE_IF_NEW = """
            INSERT INTO querent.outbox (bucket, message_id, topic, ordering_key, payload, due_at)
            SELECT n.bucket, n.message_id, n.topic, n.ordering_key, n.payload::json, statement_timestamp()
            FROM unnest(?::smallint[], ?::text[], ?::text[], ?::text[], ?::text[]) WITH ORDINALITY
                AS n(bucket, message_id, topic, ordering_key, payload, number)
            ORDER BY n.number
            ON CONFLICT ON CONSTRAINT outbox_key DO NOTHING
            RETURNING bucket
            """;

    private MessageWrites() {}

    /** Adds what writes the messages of these appends, in their order. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<OutboxMessage> messages = written.stream()
                .flatMap(append -> append.append().messages().stream())
                .toList();
        if (messages.isEmpty()) {
            return;
        }
        short[] buckets = new short[messages.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = PostgresOutbox.bucketOf(messages.get(i).id());
        }
        roundTrip.returning(
                WRITE_IF_NEW,
                parameters -> parameters
                        .shorts(buckets)
                        .texts(texts(messages, message -> message.id().value()))
                        .texts(texts(messages, OutboxMessage::topic))
                        .texts(texts(messages, OutboxMessage::orderingKey))
                        .texts(texts(messages, OutboxMessage::payload)),
                row -> {});
    }

    private static @Nullable String[] texts(
            List<OutboxMessage> messages, Function<OutboxMessage, @Nullable String> column) {
        @Nullable String[] texts = new @Nullable String[messages.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(messages.get(i));
        }
        return texts;
    }
}
