package io.querent.receiver.inbox;

import io.querent.outbox.MessageHeader;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.outbox.MessageText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message as a broker delivered it. Immutable; checks itself.
 *
 * @param id the sender's, the same in every copy; 1 to 200 characters, none of them a control
 * @param orderingKey messages with the same key came in an order that matters; null when it does not
 * @param payload byte for byte as it came
 * @param occurredAt when the sender says that it happened, the same in every copy; null when it does not say. It decides in which partition
 *     repeats are looked for, so it must be the message's own and never the time of sending
 * @param headers what else was said
 * @param source where it came from, for people, as in {@code orders-3@4711}; at most 500 characters
 */
public record InboxMessage(
        String id,
        @Nullable String orderingKey,
        byte[] payload,
        @Nullable Instant occurredAt,
        List<MessageHeader> headers,
        String source) {
    private static final int LONGEST_SOURCE = 500;

    /** @throws ReceiverException QRT-9051 when something is out of its bounds */
    public InboxMessage {
        MessageText.check("message id", id);
        if (orderingKey != null) {
            MessageText.check("ordering key", orderingKey);
        }
        if (source.length() > LONGEST_SOURCE) {
            throw MessageText.refused("source", "length=" + source.length(), "at most " + LONGEST_SOURCE);
        }
        payload = payload.clone();
        headers = List.copyOf(headers);
    }

    /**
     * A message that says no id of its own, to be {@linkplain InboxConsumer#park parked}: no copy that comes from another place could be
     * recognised, and two of the same content may be two. Its id is a digest of the place and the payload.
     *
     * @param source the same when the broker delivers it again; 1 to 500 characters
     * @throws ReceiverException QRT-9051 when something is out of its bounds
     */
    public static InboxMessage withoutId(
            @Nullable String orderingKey,
            byte[] payload,
            @Nullable Instant occurredAt,
            List<MessageHeader> headers,
            String source) {
        if (source.isBlank()) {
            throw MessageText.refused(
                    "source", "length=0", "1 to " + LONGEST_SOURCE + " characters where it says no id");
        }
        return new InboxMessage(digest(source, payload), orderingKey, payload, occurredAt, headers, source);
    }

    private static String digest(String source, byte[] payload) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(source.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return "sha256:" + HexFormat.of().formatHex(digest.digest(payload));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    @Override
    public byte[] payload() {
        return payload.clone();
    }

    /** How many bytes the payload has. */
    public int size() {
        return payload.length;
    }

    /** The payload as UTF-8; bytes that are none become U+FFFD. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /** The first header of that name. */
    public Optional<MessageHeader> header(String name) {
        return headers.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InboxMessage that
                && id.equals(that.id)
                && Objects.equals(orderingKey, that.orderingKey)
                && Arrays.equals(payload, that.payload)
                && Objects.equals(occurredAt, that.occurredAt)
                && headers.equals(that.headers)
                && source.equals(that.source);
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + Arrays.hashCode(payload);
    }

    @Override
    public String toString() {
        return "message " + id + " from " + source + ", " + payload.length + " bytes";
    }
}
