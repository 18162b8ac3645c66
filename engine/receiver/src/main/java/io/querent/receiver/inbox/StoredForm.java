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

    private StoredForm() {}

    static List<MessageHeader> headersOf(InboxMessage message) {
        List<MessageHeader> headers = new ArrayList<>();
        headers.add(MessageHeader.of(SOURCE, message.source()));
        if (message.occurredAt() != null) {
            headers.add(MessageHeader.of(OCCURRED_AT, message.occurredAt().toString()));
        }
        message.headers().stream().filter(StoredForm::isTheSenders).forEach(headers::add);
        return headers;
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
