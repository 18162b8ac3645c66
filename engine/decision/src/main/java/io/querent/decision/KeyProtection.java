package io.querent.decision;

import io.querent.saga.OperationDefinition;
import java.time.Instant;

/** Whether an attempt that was decided earlier may still be sent. Pure. */
public final class KeyProtection {
    private KeyProtection() {}

    /**
     * Whether sending at {@code at} could have no second effect: no earlier attempt may have run, or the downstream honours keys and will
     * not have forgotten this one before the send could last arrive. Between the decision and the send lies a commit, which takes as long
     * as the database needs; so this is asked again immediately before the send.
     */
    public static boolean allowsSend(OperationDefinition<?, ?, ?> operation, OperationState known, Instant at) {
        return known.attempts().uncertain() == 0 || AttemptDecisions.keyProtects(operation, known, at);
    }
}
