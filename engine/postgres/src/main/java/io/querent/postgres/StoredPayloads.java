package io.querent.postgres;

import io.querent.outbox.OutgoingMessage;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.codec.ProtectedText;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.OperationRow;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.runtime.journal.ReviewChange;
import io.querent.saga.OperationKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How payloads are written and read. Whatever writes or reads one goes through here, so that none is stored unprotected. Thread-safe. */
final class StoredPayloads {
    /** Stands in columns for people, which hold no payloads, where protection is on. The history has the text, protected. */
    static final String IN_HISTORY = "kept in the saga's history";

    /** How refusals of payloads begin, but for the last digit. */
    private static final String PAYLOAD_CODES = "QRT-302";

    private static final int LONGEST_CODE = 64;

    private final PayloadProtection protection;
    private final EventCodec events;
    private final LetterCodec letters;
    private final ProtectedText texts;

    StoredPayloads(PayloadProtection protection) {
        this.protection = protection;
        this.events = new EventCodec(protection);
        this.letters = new LetterCodec(protection);
        this.texts = new ProtectedText(protection);
    }

    EventCodec events() {
        return events;
    }

    LetterCodec letters() {
        return letters;
    }

    EncodedAppend encode(Append append) {
        List<EncodedEvent> plain = append.events().stream().map(events::encode).toList();
        List<EncodedEvent> stored =
                plain.stream().map(event -> events.protect(append.key(), event)).toList();
        List<EncodedLetter> sent = append.letters().stream()
                .map(letter -> new EncodedLetter(letter, letters.protect(letter)))
                .toList();
        return EncodedAppend.of(covered(append), plain, stored, sent, events);
    }

    /** The message as it is stored. */
    OutboxMessage stored(OutboxMessage message) {
        return with(message, texts.protect(message.id().saga(), place(message.id()), message.payload()));
    }

    /** @throws io.querent.runtime.codec.PayloadNotRevealedException when it is protected and cannot be revealed */
    OutgoingMessage revealed(OutgoingMessage stored) {
        OperationKey id = new OperationKey(stored.id());
        String text = stored.text();
        String revealed = texts.reveal(id.saga(), place(id), text);
        return revealed.equals(text)
                ? stored
                : new OutgoingMessage(
                        stored.id(),
                        stored.topic(),
                        stored.orderingKey(),
                        revealed.getBytes(StandardCharsets.UTF_8),
                        stored.writtenAt(),
                        stored.headers());
    }

    /** What may stand in a column for people of what somebody said: its code, which they search by. */
    @Nullable
    String spoken(@Nullable String text) {
        if (text == null || !protection.isOn()) {
            return text;
        }
        int colon = text.indexOf(": ");
        boolean coded = colon > 0
                && colon <= LONGEST_CODE
                && text.substring(0, colon).chars().allMatch(StoredPayloads::isOfCode);
        return coded ? text.substring(0, colon) + ": " + IN_HISTORY : IN_HISTORY;
    }

    /** What may be stored of why a letter was refused. Of a payload that does not fit, the refusal quotes some. */
    Settlement covered(Settlement settlement) {
        boolean quotes = protection.isOn() && settlement.detail().startsWith(PAYLOAD_CODES);
        String code = quotes ? settlement.detail().substring(0, PAYLOAD_CODES.length() + 1) : "";
        return quotes ? new Settlement(settlement.answer(), code + " a payload does not fit") : settlement;
    }

    private Append covered(Append append) {
        List<OutboxMessage> messages =
                append.messages().stream().map(this::stored).toList();
        if (!protection.isOn() && messages.equals(append.messages())) {
            return append;
        }
        return new Append(
                append.key(),
                append.guard(),
                append.events(),
                append.status(),
                append.possession(),
                append.operations().stream().map(this::covered).toList(),
                append.reviews().stream().map(this::covered).toList(),
                append.letters(),
                append.movedTo(),
                messages,
                append.attributes());
    }

    private OperationRow covered(OperationRow row) {
        return new OperationRow(
                row.name(),
                row.key(),
                row.compensates(),
                row.status(),
                row.attempts(),
                row.firstSentAt(),
                row.since(),
                row.amount(),
                spoken(row.lastError()));
    }

    private ReviewChange covered(ReviewChange change) {
        return protection.isOn() && change instanceof ReviewChange.Opened opened
                ? new ReviewChange.Opened(
                        opened.operation(), opened.key(), opened.reason(), IN_HISTORY, opened.revision(), opened.at())
                : change;
    }

    private static OutboxMessage with(OutboxMessage message, String payload) {
        return payload.equals(message.payload())
                ? message
                : new OutboxMessage(message.id(), message.topic(), message.orderingKey(), payload);
    }

    private static String place(OperationKey message) {
        return "message/" + message.operation();
    }

    private static boolean isOfCode(int each) {
        return each < 128 && (Character.isLetterOrDigit(each) || "._-".indexOf(each) >= 0);
    }
}
