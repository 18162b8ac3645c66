package io.querent.decision.preview;

import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import org.jspecify.annotations.Nullable;

/**
 * One thing that would be done.
 *
 * @param operation name within the saga
 * @param key the stable key that it would carry
 * @param original key of the operation that it makes good for; null for an action
 * @param act what would be done
 * @param amount how much it moves; null where nobody can tell
 * @param request the request as JSON text: as it was frozen, or as it would be built now; null where it cannot be built yet
 * @param remark why there is no request, or no amount although one is stated; null where there is nothing to remark
 */
public record PlannedOperation(
        String operation,
        OperationKey key,
        @Nullable OperationKey original,
        Act act,
        @Nullable Amount amount,
        @Nullable String request,
        @Nullable String remark) {

    /** What is done with an operation. */
    public enum Act {
        /** It is sent, or carried out in the engine's own database. */
        SEND,
        /** It may have taken effect: the downstream is asked first, and only what is not known there is sent. */
        ASK_FIRST,
        /** A message is put into the outbox. */
        PUBLISH
    }
}
