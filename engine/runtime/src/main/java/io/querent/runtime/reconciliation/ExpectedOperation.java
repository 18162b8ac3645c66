package io.querent.runtime.reconciliation;

import io.querent.decision.OperationStatus;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose effect a provider may report.
 *
 * @param key its operation key
 * @param downstreamKey the form of the key that was sent: what the provider reports as end-to-end id
 * @param uetr the unique end-to-end transaction reference that was sent, of a compensation that of what it takes back; null where none was
 * @param amount what it moves
 * @param direction which way, on the account that reports are about
 * @param status where it stood when it was read
 * @param undone whether its compensation had succeeded then, so that the provider has taken the whole back
 * @param revision its revision then: a decision is refused when it has moved since
 * @param compensates of a compensation, the form of the key that was sent with what it takes back; null for an action
 */
public record ExpectedOperation(
        OperationKey key,
        String downstreamKey,
        @Nullable String uetr,
        Amount amount,
        Direction direction,
        OperationStatus status,
        boolean undone,
        long revision,
        @Nullable String compensates) {
    /** An action. */
    public ExpectedOperation(
            OperationKey key,
            String downstreamKey,
            @Nullable String uetr,
            Amount amount,
            Direction direction,
            OperationStatus status,
            boolean undone,
            long revision) {
        this(key, downstreamKey, uetr, amount, direction, status, undone, revision, null);
    }

    /** Whether it takes back what another operation has done. */
    public boolean isCompensation() {
        return compensates != null;
    }

    /** Whether nobody knows yet what became of it, so that a report may tell. */
    public boolean isOpen() {
        return status == OperationStatus.UNKNOWN
                || status == OperationStatus.PENDING
                || status == OperationStatus.IN_REVIEW;
    }
}
