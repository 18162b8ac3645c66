package io.querent.receiver.outbox;

import io.querent.outbox.MessageHeader;
import io.querent.receiver.ReceiverException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent. Immutable; checks itself.
 *
 * @param id by which consumers recognise a repeated one: follow from what it tells of, as in {@code order-17:paid}, and never from time or
 *     chance, so that the same business write made again is the same message; 1 to 200 characters, none of them a control
 * @param topic where it goes, 1 to 200 characters
 * @param orderingKey messages of one topic with the same key keep their order; null when it does not matter
 * @param payload what it says, at most {@value #MOST_BYTES} bytes
 * @param headers what else is said, at most {@value #MOST_HEADERS}
 */
public record NewMessage(
        String id, String topic, @Nullable String orderingKey, byte[] payload, List<MessageHeader> headers) {
    /** Most bytes of a payload. Larger ones belong elsewhere, with a reference here. */
    public static final int MOST_BYTES = 1 << 20;

    /** Most headers. */
    public static final int MOST_HEADERS = 50;

    /** @throws ReceiverException QRT-9051 when something is out of its bounds */
    public NewMessage {
        MessageText.check("message id", id);
        MessageText.check("topic", topic);
        if (orderingKey != null) {
            MessageText.check("ordering key", orderingKey);
        }
        if (payload.length > MOST_BYTES || headers.size() > MOST_HEADERS) {
            throw MessageText.refused(
                    "payload or headers",
                    "payload bytes=" + payload.length + ", headers=" + headers.size(),
                    "at most " + MOST_BYTES + " and " + MOST_HEADERS);
        }
        payload = payload.clone();
        headers = List.copyOf(headers);
    }

    /** A message whose payload is JSON text. */
    public static NewMessage json(String id, String topic, @Nullable String orderingKey, String json) {
        return new NewMessage(
                id,
                topic,
                orderingKey,
                json.getBytes(StandardCharsets.UTF_8),
                List.of(MessageHeader.of("content-type", "application/json")));
    }

    @Override
    public byte[] payload() {
        return payload.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NewMessage that
                && id.equals(that.id)
                && topic.equals(that.topic)
                && Objects.equals(orderingKey, that.orderingKey)
                && Arrays.equals(payload, that.payload)
                && headers.equals(that.headers);
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + Arrays.hashCode(payload);
    }

    @Override
    public String toString() {
        return "message " + id + " to " + topic + ", " + payload.length + " bytes";
    }
}
