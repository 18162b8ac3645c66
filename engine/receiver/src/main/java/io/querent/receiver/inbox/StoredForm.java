package io.querent.receiver.inbox;

import io.querent.outbox.MessageHeader;
import io.querent.outbox.OutgoingMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A received message as it waits: what is no column is a header whose name no sender may use. */
final class StoredForm {
    private static final String RESERVED = "querent.";
    private static final String OCCURRED_AT = RESERVED + "occurred-at";
    private static final String SOURCE = RESERVED + "source";
    private static final String CUT = RESERVED + "cut";

    /** Longer payloads are not kept, only where they are: a table is no place for them, and one that refuses them would hold up the rest. */
    static final int MOST_KEPT_BYTES = 16 << 20;

    private StoredForm() {}

    static List<MessageHeader> headersOf(InboxMessage message) {
        List<MessageHeader> headers = new ArrayList<>();
        headers.add(MessageHeader.of(SOURCE, message.source()));
        if (message.occurredAt() != null) {
            headers.add(MessageHeader.of(OCCURRED_AT, message.occurredAt().toString()));
        }
        if (message.size() > MOST_KEPT_BYTES) {
            headers.add(MessageHeader.of(CUT, String.valueOf(message.size())));
        }
        message.headers().stream().filter(StoredForm::isTheSenders).forEach(headers::add);
        return headers;
    }

    /** What is kept of the payload. */
    static byte[] payloadOf(InboxMessage message) {
        return message.size() > MOST_KEPT_BYTES ? new byte[0] : message.payload();
    }

    /** Whether the payload is not kept here. */
    static boolean isCut(OutgoingMessage stored) {
        return text(stored, CUT).isPresent();
    }

    static InboxMessage read(OutgoingMessage stored) {
        return new InboxMessage(
                MessageKey.idOf(stored.id()),
                stored.orderingKey(),
                stored.payload(),
                occurredAt(stored),
                stored.headers().stream().filter(StoredForm::isTheSenders).toList(),
                text(stored, SOURCE).orElse(""));
    }

    private static @Nullable Instant occurredAt(OutgoingMessage stored) {
        return text(stored, OCCURRED_AT).map(Instant::parse).orElse(null);
    }

    private static Optional<String> text(OutgoingMessage stored, String name) {
        return stored.headers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(MessageHeader::text);
    }

    private static boolean isTheSenders(MessageHeader header) {
        return !header.name().startsWith(RESERVED);
    }
}
