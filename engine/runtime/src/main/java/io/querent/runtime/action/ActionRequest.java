package io.querent.runtime.action;

import io.querent.saga.Amount;
import io.querent.saga.QuerentException;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants done (R13).
 *
 * @param requestId the request's own id, made when the form is shown: the same again is the same request
 * @param operation name of the operation within the saga; null where the action is about the saga
 * @param revision the saga's revision that was looked at
 * @param reason why, in the person's words
 * @param evidence what a statement relies on; empty where nothing is stated
 * @param code the downstream's code of refusal, for {@link Action#CONFIRM_FAILED}
 * @param json the operation's result, or a signal's word, as JSON text
 * @param amount for {@link Action#COMPENSATE_PART}
 * @param version for {@link Action#MOVE}
 */
public record ActionRequest(
        Action action,
        String requestId,
        @Nullable String operation,
        long revision,
        String reason,
        String evidence,
        @Nullable String code,
        @Nullable String json,
        @Nullable Amount amount,
        @Nullable Integer version) {

    /** @throws QuerentException QRT-6062 when something is missing; the message names it */
    public ActionRequest {
        if (action.about() == Action.About.OPERATION) {
            require(operation, action, "the operation");
        }
        if (action.needsEvidence()) {
            require(evidence.isBlank() ? null : evidence, action, "the evidence");
        }
        require(reason.isBlank() ? null : reason, action, "the reason");
        require(requestId.isBlank() ? null : requestId, action, "the request id");
        switch (action) {
            case CONFIRM_FAILED -> require(code, action, "the downstream's code");
            case CONFIRM_SUCCEEDED -> require(json, action, "the operation's result");
            case SIGNAL -> require(json, action, "the word");
            case COMPENSATE_PART -> require(amount, action, "the amount");
            case MOVE -> require(version, action, "the version");
            default -> {}
        }
    }

    /** The operation; only where the action is about one. */
    String operationName() {
        if (operation == null) {
            throw new IllegalStateException(action + " is about no operation");
        }
        return operation;
    }

    private static void require(@Nullable Object value, Action action, String what) {
        if (value == null) {
            throw new QuerentException(
                    "QRT-6062",
                    "a request lacks something; action=" + action.label() + ", expected=" + what
                            + ", found=nothing; give it, then send the request again");
        }
    }
}
