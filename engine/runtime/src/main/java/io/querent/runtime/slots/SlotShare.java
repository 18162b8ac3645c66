package io.querent.runtime.slots;

import java.time.Instant;
import java.util.UUID;

/**
 * A holder's part in a downstream, as it is written down; also of a holder that has no slots and waits for some.
 *
 * @param holder whose it is
 * @param caps what the holder's definitions declare
 * @param slots slots that are its own
 * @param wanted slots it could use when it last said so
 * @param queuedAt where there are more holders than slots: when its turn ends, or since when it has waited for one
 */
public record SlotShare(UUID holder, Caps caps, int slots, int wanted, Instant queuedAt) {
    boolean wants() {
        return wanted > 0;
    }

    boolean isInTurn(Instant now) {
        return slots > 0 && queuedAt.isAfter(now);
    }
}
