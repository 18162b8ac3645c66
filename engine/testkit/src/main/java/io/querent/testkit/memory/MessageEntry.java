package io.querent.testkit.memory;

import io.querent.outbox.OutgoingMessage;
import io.querent.runtime.journal.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message as it is kept. Guarded by the lock of {@link Tables}. */
final class MessageEntry {
    final OutboxMessage message;
    final Instant writtenAt;
    Fate fate = Fate.WAITS;
    Instant budgetSince;
    Instant changesAt;
    int tries;
    int forgiven;

    @Nullable
    String error;

    /** What became of it. */
    enum Fate {
        WAITS,
        SENT,
        PARKED,
        LEFT_OUT
    }

    MessageEntry(OutboxMessage message, Instant writtenAt) {
        this.message = message;
        this.writtenAt = writtenAt;
        this.budgetSince = writtenAt;
        this.changesAt = writtenAt;
    }

    /** As whoever sends it sees it. */
    OutgoingMessage outgoing() {
        return new OutgoingMessage(
                message.id().value(),
                message.topic(),
                message.orderingKey(),
                message.payload().getBytes(StandardCharsets.UTF_8),
                writtenAt,
                List.of());
    }

    /** Whether it has to be sent before those behind it. */
    boolean isUnsent() {
        return fate == Fate.WAITS || fate == Fate.PARKED;
    }

    boolean isInLineWith(MessageEntry other) {
        return message.orderingKey() != null
                && message.orderingKey().equals(other.message.orderingKey())
                && message.topic().equals(other.message.topic());
    }

    void become(Fate next, Instant at) {
        fate = next;
        changesAt = at;
    }
}
