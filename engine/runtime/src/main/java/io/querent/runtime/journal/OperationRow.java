package io.querent.runtime.journal;

import io.querent.decision.OperationStatus;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation that left the happy path, for searching and counting.
 *
 * @param name name within its saga
 * @param key its stable key
 * @param compensates the key of the operation it makes good for; null for an action
 * @param status where it stands
 * @param attempts attempts begun
 * @param firstSentAt when the first attempt that may have run began; null when none
 * @param since when it came to stand there
 * @param amount how much is at risk while nobody knows what became of it; null where no amount is stated
 * @param lastError code and message, or evidence, of the latest trouble; null when there was none
 */
public record OperationRow(
        String name,
        OperationKey key,
        @Nullable OperationKey compensates,
        OperationStatus status,
        int attempts,
        @Nullable Instant firstSentAt,
        Instant since,
        @Nullable Amount amount,
        @Nullable String lastError) {}
