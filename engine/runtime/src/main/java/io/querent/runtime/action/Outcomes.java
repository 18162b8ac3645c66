package io.querent.runtime.action;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.action.ActionResult.Effect;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.OperationKey;
import java.util.Optional;

/** What came of a request, read out of the saga as it is stored: what is claimed is proved by its events. Pure. */
final class Outcomes {
    private Outcomes() {}

    /**
     * Whether nothing more is to be expected soon, so that whoever waits may be answered.
     *
     * @param seen revision that the saga had when the request was sent
     */
    static boolean isAtRest(Asked request, StoredSaga saga, long seen) {
        SagaStatus status = saga.row().status();
        if (status.isFinal() || status == SagaStatus.IN_REVIEW || status == SagaStatus.PAUSED) {
            return true;
        }
        return switch (request.action()) {
            // A decision to send again is two events, and only then is it sent.
            case ASK_NOW, RETRY_NOW, WAKE ->
                saga.row().version() > seen + (request.action() == Action.RETRY_NOW ? 2 : 1)
                        && operation(request, saga)
                                .filter(operation -> operation.status() == OperationStatus.IN_FLIGHT)
                                .isEmpty();
            case COMPENSATE, CANCEL, COMPENSATE_STEP, COMPENSATE_PART, REDRIVE -> false;
            default -> true;
        };
    }

    /** Reads it. {@code delivery} is settled, or nobody has carried it out yet. */
    static ActionResult read(Asked request, Delivery delivery, StoredSaga saga, Standing standing, boolean repeated) {
        Delivery.Settlement settled = delivery.settled();
        if (settled == null) {
            return result(
                    request,
                    Effect.ACCEPTED,
                    "It is stored, and will be carried out when a node that runs this definition takes it in. "
                            + standing.sentence(),
                    saga,
                    standing,
                    repeated);
        }
        return switch (settled.answer()) {
            case APPLIED -> applied(request, saga, standing, repeated);
            case NOTHING_NEW ->
                result(
                        request,
                        Effect.NOTHING_NEW,
                        "Nothing was to be done: things stood so already.",
                        saga,
                        standing,
                        repeated);
            case REFUSED ->
                result(
                        request,
                        hasMoved(request, saga) ? Effect.STALE : Effect.REFUSED,
                        settled.detail(),
                        saga,
                        standing,
                        repeated);
            case PARKED ->
                result(
                        request,
                        Effect.PARKED,
                        "Nobody could take it in for a day, and it was put aside; nothing was done. "
                                + settled.detail(),
                        saga,
                        standing,
                        repeated);
        };
    }

    private static ActionResult applied(Asked request, StoredSaga saga, Standing standing, boolean repeated) {
        return switch (request.action()) {
            case PAUSE, RESUME, MOVE, ABANDON, APPROVE, DECLINE, SIGNAL, MADE_GOOD ->
                result(request, Effect.RECORDED, "It is recorded. " + standing.sentence(), saga, standing, repeated);
            case COMPENSATE, CANCEL -> turnedBack(request, saga, standing, repeated);
            case WAKE ->
                result(request, Effect.ACCEPTED, "It goes on now. " + standing.sentence(), saga, standing, repeated);
            default -> aboutOperation(request, saga, standing, repeated);
        };
    }

    private static ActionResult turnedBack(Asked request, StoredSaga saga, Standing standing, boolean repeated) {
        Effect effect = switch (saga.row().status()) {
            case COMPENSATED -> Effect.EFFECT_CONFIRMED;
            case FAILED -> Effect.CONFIRMED_ABSENT;
            case IN_REVIEW -> Effect.STILL_UNKNOWN;
            default -> Effect.ACCEPTED;
        };
        return result(request, effect, standing.sentence(), saga, standing, repeated);
    }

    private static ActionResult aboutOperation(Asked request, StoredSaga saga, Standing standing, boolean repeated) {
        OperationState operation = operation(request, saga).orElseThrow();
        Effect effect = switch (operation.status()) {
            case SUCCEEDED -> Effect.EFFECT_CONFIRMED;
            case REJECTED, SKIPPED ->
                operation.result().isPresent() ? Effect.EFFECT_CONFIRMED : Effect.CONFIRMED_ABSENT;
            case UNKNOWN, PENDING, IN_REVIEW -> Effect.STILL_UNKNOWN;
            default -> Effect.ACCEPTED;
        };
        return result(
                request,
                effect,
                operation.name() + " is " + operation.status() + ". " + standing.sentence(),
                saga,
                standing,
                repeated);
    }

    /** What the request is judged by: a step that is made good for is judged by its compensation, a part of it by that part's. */
    private static Optional<OperationState> operation(Asked request, StoredSaga saga) {
        SagaState state = saga.state();
        return Optional.ofNullable(request.operation())
                .map(name -> switch (request.action()) {
                    case COMPENSATE_STEP -> OperationKey.compensationOf(name);
                    case COMPENSATE_PART -> partOrderedBy(request, saga).orElse(OperationKey.compensationOf(name));
                    default -> name;
                })
                .map(state::operation);
    }

    /** The part is ordered by the event that follows the decision. */
    private static Optional<String> partOrderedBy(Asked request, StoredSaga saga) {
        boolean decided = false;
        for (SagaEvent event : saga.events()) {
            if (event instanceof SagaEvent.DecisionTaken taken) {
                decided = taken.requestId().equals(request.requestId());
            } else if (decided && event instanceof SagaEvent.PartOrdered ordered) {
                return Optional.of(ordered.part());
            }
        }
        return Optional.empty();
    }

    private static boolean hasMoved(Asked request, StoredSaga saga) {
        return request.isStale(saga.state());
    }

    /** A request that was not sent, because the case has moved. */
    static ActionResult stale(Asked request, StoredSaga saga, Standing standing) {
        return result(
                request,
                Effect.STALE,
                "The case has moved since it was looked at; nothing was done. " + standing.sentence(),
                saga,
                standing,
                false);
    }

    /** What a second person has made of a request, or not yet. */
    static ActionResult ofApproval(Approvals.Request asked, StoredSaga saga, Standing standing) {
        Asked request = Asked.of(asked.letter());
        return switch (asked.state()) {
            case OPEN ->
                result(
                        request,
                        Effect.AWAITS_APPROVAL,
                        "A second person has to approve it by " + asked.expiresAt() + ": " + asked.rule(),
                        saga,
                        standing,
                        true);
            case DECLINED ->
                result(
                        request,
                        Effect.REFUSED,
                        "It was declined by " + asked.settledBy() + "; nothing was done. " + asked.comment(),
                        saga,
                        standing,
                        true);
            case EXPIRED ->
                result(
                        request,
                        Effect.REFUSED,
                        "Nobody approved it in time; nothing was done. Ask again.",
                        saga,
                        standing,
                        true);
            case APPROVED ->
                result(
                        request,
                        Effect.ACCEPTED,
                        "It is approved, and will be carried out when a node that runs this definition takes it in. "
                                + standing.sentence(),
                        saga,
                        standing,
                        true);
        };
    }

    private static ActionResult result(
            Asked request, Effect effect, String sentence, StoredSaga saga, Standing standing, boolean repeated) {
        return new ActionResult(
                request.requestId(),
                effect,
                sentence,
                saga.row().status(),
                saga.row().version(),
                standing.until(),
                repeated);
    }
}
