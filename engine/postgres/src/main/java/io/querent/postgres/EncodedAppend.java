package io.querent.postgres;

import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.UnreadableEventException;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.OperationRow;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.runtime.journal.Possession;
import io.querent.saga.SagaId;
import java.util.List;

/**
 * An append as it will be written.
 *
 * @param id the saga's id, which is a digest and so worth keeping
 * @param events the events without protection, which differs each time they are protected: what an append is recognised by
 * @param rows the rows that hold them, as stored
 * @param letters the letters, as stored
 * @param characters length of their payloads together, of those of messages, and of what is told of operations' trouble
 * @param codec how stored events are compared with these
 */
record EncodedAppend(
        Append append,
        SagaId id,
        List<EncodedEvent> events,
        List<EventRow> rows,
        List<EncodedLetter> letters,
        int characters,
        EventCodec codec) {
    static EncodedAppend of(
            Append append,
            List<EncodedEvent> events,
            List<EncodedEvent> stored,
            List<EncodedLetter> letters,
            EventCodec codec) {
        int characters = 0;
        for (EncodedEvent event : stored) {
            characters += event.json().length();
        }
        for (OutboxMessage message : append.messages()) {
            characters += message.payload().length();
        }
        for (OperationRow operation : append.operations()) {
            characters +=
                    operation.lastError() == null ? 0 : operation.lastError().length();
        }
        List<EventRow> rows = EventRow.of(stored, versionBefore(append.guard()));
        return new EncodedAppend(append, append.key().id(), events, rows, letters, characters, codec);
    }

    /** Whether these are the events that it wrote. One that cannot be revealed is another's: this process has the key of its own. */
    boolean wrote(List<EncodedEvent> stored) {
        try {
            return events.equals(stored.stream()
                    .map(event -> codec.reveal(append.key(), event))
                    .toList());
        } catch (UnreadableEventException another) {
            return false;
        }
    }

    /** Whether the saga's row, events and operations are all there is to write. */
    boolean isPlain() {
        return append.reviews().isEmpty()
                && append.letters().isEmpty()
                && append.messages().isEmpty()
                && append.attributes().isEmpty()
                && append.movedTo() == null
                && append.decided().isEmpty();
    }

    boolean isNew() {
        return append.guard() instanceof Guard.New;
    }

    /** Number of events before this append, if its guard holds. */
    long versionBefore() {
        return versionBefore(append.guard());
    }

    private static long versionBefore(Guard guard) {
        if (guard instanceof Guard.Owned owned) {
            return owned.version();
        } else if (guard instanceof Guard.Version version) {
            return version.version();
        }
        return 0;
    }

    long versionAfter() {
        return versionBefore() + events.size();
    }

    /** Who has the saga afterwards: nobody once it has ended, whatever was asked for. */
    Possession possession() {
        return append.status().isFinal() ? new Possession.Rest() : append.possession();
    }
}
