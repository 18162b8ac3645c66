package io.querent.runtime.action;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.StoredSaga;
import java.util.Objects;
import java.util.Optional;

/** Makes the letter that a request amounts to. Pure. */
final class Letters {
    private Letters() {}

    /** The letter. */
    static Letter of(String operator, StoredSaga saga, ActionRequest request) {
        return new Letter(saga.row().key(), request.requestId(), content(operator, saga, request));
    }

    /**
     * Whether the request became this letter when it was sent before. "Now" becomes another letter once the operation has moved, and the
     * same request must stay the same letter.
     */
    static boolean cameOf(String operator, ActionRequest request, Letter earlier) {
        Letter.Content content = earlier.content();
        if (content.equals(new Letter.Woken(operator, request.reason()))) {
            return request.action() == Action.ASK_NOW || request.action() == Action.RETRY_NOW;
        }
        return content instanceof Letter.Decided decided
                && decided.authority().equals(authority(operator, request))
                && (request.action() == Action.ASK_NOW
                                && decided.decision().equals(new OperatorDecision.AskAgain(request.operationName()))
                        || request.action() == Action.RETRY_NOW
                                && decided.decision().equals(new OperatorDecision.Resend(request.operationName())));
    }

    /** What it decides; empty when it only lets the saga go on now, or brings a word. */
    static Optional<OperatorDecision> decision(StoredSaga saga, ActionRequest request) {
        String json = String.valueOf(request.json());
        return Optional.ofNullable(
                switch (request.action()) {
                    case CONFIRM_SUCCEEDED ->
                        new OperatorDecision.ConfirmSucceeded(request.operationName(), json, request.evidence());
                    case CONFIRM_FAILED ->
                        new OperatorDecision.ConfirmFailed(
                                request.operationName(), String.valueOf(request.code()), request.evidence());
                    case CONFIRM_NEVER_RAN ->
                        new OperatorDecision.ConfirmNeverRan(request.operationName(), request.evidence());
                    case MADE_GOOD -> new OperatorDecision.MadeGood(request.operationName(), request.evidence());
                    case APPROVE -> new OperatorDecision.Approve(request.operationName());
                    case DECLINE -> new OperatorDecision.Decline(request.operationName());
                    case REDRIVE -> new OperatorDecision.Redrive(request.operationName());
                    case ASK_NOW ->
                        isDue(saga, request) ? null : new OperatorDecision.AskAgain(request.operationName());
                    case RETRY_NOW ->
                        isBackingOff(saga, request) ? null : new OperatorDecision.Resend(request.operationName());
                    case COMPENSATE -> new OperatorDecision.Compensate();
                    case CANCEL -> new OperatorDecision.Cancel();
                    case PAUSE -> new OperatorDecision.Pause();
                    case RESUME -> new OperatorDecision.Resume();
                    case ABANDON -> new OperatorDecision.Abandon();
                    case MOVE -> new OperatorDecision.Move(request.version() == null ? 0 : request.version());
                    case COMPENSATE_STEP -> new OperatorDecision.CompensateStep(request.operationName());
                    case COMPENSATE_PART ->
                        new OperatorDecision.CompensatePart(
                                request.operationName(), Objects.requireNonNull(request.amount()));
                    case WAKE, SIGNAL -> null;
                });
    }

    private static Letter.Content content(String operator, StoredSaga saga, ActionRequest request) {
        if (request.action() == Action.SIGNAL) {
            QueryAnswer word = new QueryAnswer.Found(String.valueOf(request.json()));
            return new Letter.Told(request.operationName(), operator, word);
        }
        return decision(saga, request)
                .<Letter.Content>map(decision -> new Letter.Decided(decision, authority(operator, request)))
                .orElseGet(() -> new Letter.Woken(operator, request.reason()));
    }

    private static Authority authority(String operator, ActionRequest request) {
        return new Authority(operator, request.reason(), request.revision(), request.requestId());
    }

    /** A question that has its time anyway is asked now; one whose budget is spent needs a decision. */
    private static boolean isDue(StoredSaga saga, ActionRequest request) {
        OperationStatus status = saga.state().statusOf(request.operationName());
        return status == OperationStatus.UNKNOWN || status == OperationStatus.PENDING;
    }

    private static boolean isBackingOff(StoredSaga saga, ActionRequest request) {
        return saga.state().statusOf(request.operationName()) == OperationStatus.BACKING_OFF;
    }
}
