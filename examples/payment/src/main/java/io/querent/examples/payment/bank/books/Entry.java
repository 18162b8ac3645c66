package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.instruction.Instruction;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the books say about an instruction.
 *
 * @param decline why not; present exactly when declined
 * @param bookedAt present exactly when booked
 */
public record Entry(
        String key,
        Instruction instruction,
        EntryStatus status,
        @Nullable Decline decline,
        @Nullable Instant bookedAt) {

    /** @throws IllegalArgumentException when status, decline and time contradict each other */
    public Entry {
        if ((status == EntryStatus.DECLINED) != (decline != null)
                || (status == EntryStatus.BOOKED) != (bookedAt != null)) {
            throw new IllegalArgumentException("contradiction: " + status + ", " + decline + ", " + bookedAt);
        }
    }

    static Entry pending(String key, Instruction instruction) {
        return new Entry(key, instruction, EntryStatus.PENDING, null, null);
    }

    static Entry booked(String key, Instruction instruction, Instant bookedAt) {
        return new Entry(key, instruction, EntryStatus.BOOKED, null, bookedAt);
    }

    static Entry declined(String key, Instruction instruction, Decline decline) {
        return new Entry(key, instruction, EntryStatus.DECLINED, decline, null);
    }
}
