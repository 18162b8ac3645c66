package io.querent.receiver.outbox;

import io.querent.receiver.ReceiverException;

/**
 * Who decides about a parked message, why, and what was seen.
 *
 * @param operator who decides, 1 to 200 characters
 * @param reason why, in the operator's words, 1 to 2,000 characters
 * @param requestId the decision's own id, which makes it idempotent, 1 to 200 characters
 * @param seenTries number of tries of the message that the operator has seen; {@link #UNSEEN} for who has not looked
 */
public record MessageDecision(String operator, String reason, String requestId, int seenTries) {
    /** The tries of who has not looked. */
    public static final int UNSEEN = 0;

    private static final int LONGEST_REASON = 2_000;

    /** @throws ReceiverException QRT-9059 when something is missing or too long */
    public MessageDecision {
        if (!MessageText.isFit(operator)
                || !MessageText.isFit(requestId)
                || reason.isBlank()
                || reason.length() > LONGEST_REASON
                || reason.indexOf('\0') >= 0) {
            throw new ReceiverException(
                    "QRT-9059",
                    "a decision about a message needs an operator, a reason and an id of its own; found operator length="
                            + operator.length() + ", reason length=" + reason.length() + ", id length="
                            + requestId.length() + "; nothing was changed");
        }
    }

    /** A decision of who has not looked at the tries. */
    public MessageDecision(String operator, String reason, String requestId) {
        this(operator, reason, requestId, UNSEEN);
    }
}
