package io.querent.receiver.kafka;

import io.querent.outbox.MessageHeader;
import io.querent.receiver.inbox.InboxMessage;
import io.querent.receiver.outbox.MessageText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads records as messages. Whatever a record holds, a message comes of it. */
public final class KafkaRecords {
    private KafkaRecords() {}

    /**
     * The message in a record, under the id that its header says; empty when it says none that could be one.
     *
     * <p>Its ordering key is the record's key: as text, or a digest of it where it is no text of up to 200 characters. A record without a
     * value is a message without a payload.
     */
    public static Optional<InboxMessage> read(ConsumerRecord<byte[], byte[]> record) {
        return headerText(record, MessageHeaders.MESSAGE_ID)
                .filter(MessageText::isFit)
                .map(id -> message(record, id));
    }

    /** The message in a record, under an id that is found otherwise, such as in its payload. */
    public static InboxMessage readAs(ConsumerRecord<byte[], byte[]> record, String id) {
        return message(record, id);
    }

    /** The message in a record under the record's own place, by which it can be looked at and decided about, but no copy recognised. */
    static InboxMessage readAsPlaced(ConsumerRecord<byte[], byte[]> record) {
        String place = placeOf(record);
        return message(record, place.length() <= MessageText.LONGEST ? place : digest(bytes(place)));
    }

    private static InboxMessage message(ConsumerRecord<byte[], byte[]> record, String id) {
        byte @Nullable [] value = record.value();
        return new InboxMessage(
                id,
                orderingKey(record.key()),
                value == null ? new byte[0] : value,
                headerText(record, MessageHeaders.OCCURRED_AT)
                        .flatMap(KafkaRecords::instant)
                        .orElse(null),
                headers(record),
                placeOf(record));
    }

    private static String placeOf(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    private static @Nullable String orderingKey(byte @Nullable [] key) {
        if (key == null) {
            return null;
        }
        return text(key).filter(MessageText::isFit).orElseGet(() -> digest(key));
    }

    private static List<MessageHeader> headers(ConsumerRecord<byte[], byte[]> record) {
        List<MessageHeader> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            byte @Nullable [] value = header.value();
            headers.add(new MessageHeader(header.key(), value == null ? new byte[0] : value));
        }
        return headers;
    }

    private static Optional<String> headerText(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? Optional.empty() : text(header.value());
    }

    /** The same of every copy, so one that cannot be read is none in all of them. */
    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException noText) {
            return Optional.empty();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
