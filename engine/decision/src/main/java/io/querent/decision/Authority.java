package io.querent.decision;

import java.util.Objects;

/**
 * Who decides, why, and what was seen (R13).
 *
 * @param operator who decides
 * @param reason why, in the operator's words; not blank
 * @param revision revision of the operation, or of the saga, that the operator had seen; {@link #UNSEEN} where a saga is cancelled,
 *     paused or resumed by somebody who has not looked
 * @param requestId the decision's own id, which makes it idempotent
 */
public record Authority(String operator, String reason, long revision, String requestId) {
    /** The revision of who has not looked. */
    public static final long UNSEEN = 0;

    public Authority {
        Objects.requireNonNull(operator, "operator");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(requestId, "requestId");
    }
}
