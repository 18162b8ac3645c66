package io.querent.testkit.memory;

import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.saga.SagaKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A letter as it is kept. Guarded by the lock of {@link Tables}. */
final class LetterEntry {
    private static final LetterCodec CODEC = new LetterCodec();

    final SagaKey saga;
    final String messageId;
    final Instant receivedAt;
    private final String payload;
    int looks;

    @Nullable
    Instant lookAt;

    @Nullable
    Instant settledAt;

    @Nullable
    Settlement settlement;

    LetterEntry(Letter letter, Instant receivedAt, Instant lookAt) {
        this.saga = letter.saga();
        this.messageId = letter.messageId();
        this.payload = CODEC.encode(letter.content());
        this.receivedAt = receivedAt;
        this.lookAt = lookAt;
    }

    boolean isDue(Instant now) {
        return lookAt != null && !lookAt.isAfter(now);
    }

    /** Whether it waits and nobody has taken it since {@code delivery} was read. */
    boolean wasLastSeenAs(Delivery delivery) {
        return lookAt != null && looks == delivery.looks();
    }

    Letter letter() {
        return new Letter(saga, messageId, CODEC.decode(messageId, payload));
    }

    Delivery delivery() {
        return new Delivery(letter(), receivedAt, looks, settlement);
    }
}
