package io.querent.runtime.action;

import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Letter;
import org.jspecify.annotations.Nullable;

/**
 * What of a request its result depends on. It can be read out of the letter that the request became.
 *
 * @param operation name of the operation; null where it is about the saga
 * @param revision what had been looked at; 0 where the letter does not say
 */
record Asked(String requestId, Action action, @Nullable String operation, long revision) {
    static Asked of(ActionRequest request) {
        return new Asked(request.requestId(), request.action(), request.operation(), request.revision());
    }

    static Asked of(Letter letter) {
        String id = letter.messageId();
        if (letter.content() instanceof Letter.Decided decided) {
            OperatorDecision decision = decided.decision();
            String operation = decision instanceof OperatorDecision.OnOperation on ? on.operation() : null;
            return new Asked(
                    id, action(decision), operation, decided.authority().revision());
        } else if (letter.content() instanceof Letter.Told told) {
            return new Asked(id, Action.SIGNAL, told.operation(), 0);
        }
        return new Asked(id, Action.WAKE, null, 0);
    }

    /** Whether what was looked at has changed since. */
    boolean isStale(SagaState state) {
        return revision > 0 && state.revisionOf(operation == null ? SagaState.WHOLE : operation) > revision;
    }

    private static Action action(OperatorDecision decision) {
        return switch (decision.name()) {
            case "ask-again" -> Action.ASK_NOW;
            case "resend" -> Action.RETRY_NOW;
            default ->
                Action.of(decision.name())
                        .orElseThrow(() -> new IllegalStateException("no action is called " + decision.name()));
        };
    }
}
