package io.querent.receiver.jdbc;

import io.querent.receiver.OperationDecision;
import io.querent.receiver.OperationStatus;
import java.time.Instant;

/**
 * A person's decision as it stands in the audit.
 *
 * @param decision what was decided, in words
 * @param token of the operation since
 */
public record DecisionEntry(
        String requestId,
        String operator,
        String reason,
        String decision,
        OperationStatus before,
        OperationStatus after,
        long token,
        Instant decidedAt) {

    boolean isOf(OperationDecision other) {
        return operator.equals(other.operator())
                && reason.equals(other.reason())
                && decision.equals(Decisions.inWords(other.verdict()));
    }
}
