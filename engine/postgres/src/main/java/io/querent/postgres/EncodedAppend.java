package io.querent.postgres;

import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Guard;
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
 * @param characters length of their payloads together, and of those of messages
 */
record EncodedAppend(Append append, SagaId id, List<EncodedEvent> events, int characters) {
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
        return new EncodedAppend(append, append.key().id(), events, characters);
    }

    boolean isNew() {
        return append.guard() instanceof Guard.New;
    }

    /** Number of events before this append, if its guard holds. */
    long versionBefore() {
        if (append.guard() instanceof Guard.Owned owned) {
            return owned.version();
        } else if (append.guard() instanceof Guard.Version version) {
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
