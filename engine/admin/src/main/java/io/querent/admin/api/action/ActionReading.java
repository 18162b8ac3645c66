package io.querent.admin.api.action;

import io.querent.admin.api.action.ActionViews.ActionBody;
import io.querent.admin.api.action.ActionViews.AmountView;
import io.querent.admin.api.action.ActionViews.ApprovalView;
import io.querent.admin.api.action.ActionViews.ResultView;
import io.querent.admin.api.http.ApiJson;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.RequestIds;
import io.querent.admin.api.saga.Masked;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.action.ActionResult;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.Letter;
import io.querent.saga.Amount;
import io.querent.saga.SagaKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what is wanted, and shows what came of it. Pure. */
final class ActionReading {
    private static final int LONGEST_TEXT = 2_000;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_AMOUNT = 60;

    private final Masked masked;

    ActionReading(Masked masked) {
        this.masked = masked;
    }

    /** @param revision what was looked at */
    static ActionRequest request(ActionBody body, @Nullable String key, long revision) {
        Action action = action(body.action());
        boolean aboutOperation = action.about() == Action.About.OPERATION;
        return new ActionRequest(
                action,
                RequestIds.check(key == null ? body.requestId() : key),
                aboutOperation ? Given.text("operation", body.operation(), LONGEST_NAME) : null,
                revision,
                Given.text("reason", body.reason(), LONGEST_TEXT),
                action.needsEvidence() ? Given.text("evidence", body.evidence(), LONGEST_TEXT) : "",
                action == Action.CONFIRM_FAILED ? Given.text("code", body.code(), LONGEST_NAME) : null,
                body.result() == null ? null : ApiJson.text(body.result()),
                action == Action.COMPENSATE_PART ? amount(body.amount()) : null,
                body.version());
    }

    static Action action(@Nullable String label) {
        return Action.of(String.valueOf(label))
                .orElseThrow(() -> Refusal.malformed(
                        "action",
                        "one of "
                                + Arrays.stream(Action.values())
                                        .map(Action::label)
                                        .toList(),
                        label));
    }

    private static Amount amount(@Nullable AmountView given) {
        if (given == null || given.value() == null || given.currency() == null) {
            throw Refusal.malformed("amount", "value and currency", null);
        }
        try {
            if (given.value().length() <= LONGEST_AMOUNT) {
                return Amount.of(given.value(), given.currency());
            }
        } catch (IllegalArgumentException malformed) {
            // Said below; it is the same for a currency that is none.
        }
        throw Refusal.malformed(
                "amount", "a value as 12.50 and a currency as EUR", given.value() + " " + given.currency());
    }

    ResultView result(ActionResult result, SagaKey saga) {
        return new ResultView(
                result.requestId(),
                result.effect(),
                masked.text(result.sentence(), saga),
                result.sagaStatus().name(),
                result.revision(),
                result.until(),
                result.repeated(),
                result.isSettled());
    }

    List<ApprovalView> approvals(List<Approvals.Request> requests) {
        return requests.stream().map(this::approval).toList();
    }

    ApprovalView approval(Approvals.Request asked) {
        Letter letter = asked.letter();
        SagaKey saga = letter.saga();
        if (!(letter.content() instanceof Letter.Decided decided)) {
            throw new IllegalStateException("a second person is asked about decisions alone, not about " + asked.id());
        }
        OperatorDecision decision = decided.decision();
        return new ApprovalView(
                asked.id(),
                saga.toString(),
                saga.id().toString(),
                decision.name(),
                decision instanceof OperatorDecision.OnOperation on ? on.operation() : null,
                decided.authority().operator(),
                masked.text(decided.authority().reason(), saga),
                decided.authority().revision(),
                asked.rule(),
                asked.askedAt(),
                asked.expiresAt(),
                asked.state().name(),
                asked.settledBy(),
                masked.text(asked.comment(), saga));
    }
}
