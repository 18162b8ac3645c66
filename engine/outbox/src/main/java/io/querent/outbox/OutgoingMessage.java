package io.querent.outbox;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that is to be sent. Immutable.
 *
 * @param id the same at every sending, by which consumers recognise a repeated one
 * @param topic where it goes
 * @param orderingKey messages of one topic with the same key keep their order; null when it does not matter
 * @param payload what it says, byte for byte as it was written
 * @param writtenAt when it was written, by the database's clock; the same at every sending
 * @param headers what else is said about it
 */
public record OutgoingMessage(
        String id,
        String topic,
        @Nullable String orderingKey,
        byte[] payload,
        Instant writtenAt,
        List<MessageHeader> headers) {
    public OutgoingMessage {
        payload = payload.clone();
        headers = List.copyOf(headers);
    }

    @Override
    public byte[] payload() {
        return payload.clone();
    }

    /** The payload as UTF-8. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OutgoingMessage that
                && id.equals(that.id)
                && topic.equals(that.topic)
                && Objects.equals(orderingKey, that.orderingKey)
                && Arrays.equals(payload, that.payload)
                && writtenAt.equals(that.writtenAt)
                && headers.equals(that.headers);
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + Arrays.hashCode(payload);
    }

    /** Without the payload, which may be nobody's business. */
    @Override
    public String toString() {
        return "message " + id + " to " + topic + ", " + payload.length + " bytes";
    }
}
