package io.querent.decision;

import io.querent.saga.QuerentException;
import io.querent.saga.canonical.ComparableName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who decides, why, and what was seen (R13).
 *
 * @param operator who decides
 * @param reason why, in the operator's words; not blank
 * @param revision revision of the operation, or of the saga, that the operator had seen; {@link #UNSEEN} where a saga is cancelled,
 *     paused or resumed by somebody who has not looked
 * @param requestId the decision's own id, which makes it idempotent
 * @param approvedBy the second person who approved it; null where nobody did
 */
public record Authority(
        String operator,
        String reason,
        long revision,
        String requestId,
        @Nullable String approvedBy) {
    /** The revision of who has not looked. */
    public static final long UNSEEN = 0;

    /** @throws QuerentException QRT-6020 when the approver is the operator, or blank */
    public Authority {
        Objects.requireNonNull(operator, "operator");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(requestId, "requestId");
        if (approvedBy != null && (canonical(approvedBy).isEmpty() || isSamePerson(operator, approvedBy))) {
            throw new QuerentException(
                    "QRT-6020",
                    "nobody is a second person to themselves; key=" + requestId + ", operator=" + operator
                            + ", approver=" + approvedBy + "; have somebody else approve");
        }
    }

    /** The authority of one person. */
    public Authority(String operator, String reason, long revision, String requestId) {
        this(operator, reason, revision, requestId, null);
    }

    /**
     * The same, approved by a second person.
     *
     * @throws QuerentException QRT-6020 when the approver is the operator, or blank
     */
    public Authority approvedBy(String approver) {
        return new Authority(operator, reason, revision, requestId, approver);
    }

    /** Whether two names are one person's: however they are capitalised, spaced at their ends, or composed of characters. */
    public static boolean isSamePerson(String one, String other) {
        return canonical(one).equals(canonical(other));
    }

    /** The form in which names of people are held against each other. */
    public static String canonical(String name) {
        return ComparableName.of(name);
    }
}
