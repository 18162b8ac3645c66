package io.querent.postgres;

import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.OperationRow;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.runtime.journal.Possession;
import io.querent.saga.SagaId;
import java.util.ArrayList;
import java.util.List;

/**
 * An append as it will be written.
 *
 * @param id the saga's id, which is a digest and so worth keeping
 * @param events the events as stored
 * @param rows the rows that hold them
 * @param characters length of their payloads together, of those of messages, and of what is told of operations' trouble
 */
record EncodedAppend(Append append, SagaId id, List<EncodedEvent> events, List<EventRow> rows, int characters) {
    static EncodedAppend of(Append append, EventCodec codec) {
        List<EncodedEvent> events = new ArrayList<>(append.events().size());
        int characters = 0;
        for (SagaEvent event : append.events()) {
            EncodedEvent encoded = codec.encode(event);
            characters += encoded.json().length();
            events.add(encoded);
        }
        for (OutboxMessage message : append.messages()) {
            characters += message.payload().length();
        }
        for (OperationRow operation : append.operations()) {
            characters +=
                    operation.lastError() == null ? 0 : operation.lastError().length();
        }
        List<EventRow> rows = EventRow.of(events, versionBefore(append.guard()));
        return new EncodedAppend(append, append.key().id(), events, rows, characters);
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
