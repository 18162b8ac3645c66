package io.querent.admin.console.action;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.page.Links;
import io.querent.decision.OperationState;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.action.Action;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person may do to a saga as it stands. Where the definition is known, only what would be accepted is offered: the decision is tried
 * on the stored state, by the same functions that take it. Nothing is decided by that, nodes do. Pure.
 */
public final class Offers {
    private final Person person;
    private final StoredSaga saga;
    private final SagaState state;
    private final @Nullable SagaDefinition<?> definition;
    private final Instant now;

    /** @param definition null when this process does not have it */
    public Offers(
            Person person, StoredSaga saga, SagaState state, @Nullable SagaDefinition<?> definition, Instant now) {
        this.person = person;
        this.saga = saga;
        this.state = state;
        this.definition = definition;
        this.now = now;
    }

    /** Actions on the saga. */
    public List<Offer> onSaga() {
        return offered(sagaCandidates(), null);
    }

    /** Actions on one of its operations. */
    public List<Offer> onOperation(String operation) {
        return offered(operationCandidates(state.operation(operation)), operation);
    }

    private List<Offer> offered(List<Action> candidates, @Nullable String operation) {
        if (!person.grants().allow(Permission.ACT, saga.row().key().definition())) {
            return List.of();
        }
        return candidates.stream()
                .filter(action -> Trial.wouldBeAccepted(definition, state, action, operation, now))
                .map(action -> offer(action, operation))
                .toList();
    }

    private Offer offer(Action action, @Nullable String operation) {
        String link = Links.saga(saga.row().id()) + "/actions/new/" + action.label()
                + (operation == null ? "" : "?operation=" + Links.encoded(operation));
        return new Offer(action.label(), Titles.of(action), action.words(), link, Titles.isGrave(action));
    }

    private List<Action> sagaCandidates() {
        SagaStatus status = saga.row().status();
        List<Action> candidates = new ArrayList<>();
        if (status.isFinal()) {
            return status == SagaStatus.COMPLETED ? List.of(Action.COMPENSATE) : candidates;
        }
        if (status == SagaStatus.WAITING || status == SagaStatus.COMPENSATING) {
            candidates.add(Action.WAKE);
        }
        candidates.add(state.paused() ? Action.RESUME : Action.PAUSE);
        if (!state.compensating()) {
            candidates.add(Action.COMPENSATE);
            candidates.add(Action.CANCEL);
        }
        candidates.add(Action.MOVE);
        if (status == SagaStatus.IN_REVIEW) {
            candidates.add(Action.ABANDON);
        }
        return candidates;
    }

    private List<Action> operationCandidates(OperationState operation) {
        return switch (operation.status()) {
            case UNKNOWN, PENDING ->
                List.of(Action.ASK_NOW, Action.CONFIRM_SUCCEEDED, Action.CONFIRM_FAILED, Action.CONFIRM_NEVER_RAN);
            case BACKING_OFF -> List.of(Action.RETRY_NOW);
            case IN_REVIEW ->
                List.of(
                        Action.ASK_NOW,
                        Action.RETRY_NOW,
                        Action.CONFIRM_SUCCEEDED,
                        Action.CONFIRM_FAILED,
                        Action.CONFIRM_NEVER_RAN,
                        Action.MADE_GOOD);
            case AWAITING -> awaiting(operation);
            case REJECTED -> reviewed(operation, List.of(Action.REDRIVE));
            case SUCCEEDED -> reviewed(operation, List.of(Action.COMPENSATE_STEP, Action.COMPENSATE_PART));
            default -> List.of();
        };
    }

    /** What is final and yet has a case open, a contradiction or something nobody can undo, is decided as well. */
    private List<Action> reviewed(OperationState operation, List<Action> plain) {
        List<Action> candidates = new ArrayList<>();
        if (state.reviews().containsKey(operation.name())) {
            candidates.addAll(List.of(
                    Action.RETRY_NOW,
                    Action.CONFIRM_SUCCEEDED,
                    Action.CONFIRM_FAILED,
                    Action.CONFIRM_NEVER_RAN,
                    Action.MADE_GOOD));
        }
        candidates.addAll(plain);
        return candidates;
    }

    private List<Action> awaiting(OperationState operation) {
        SagaState.Review review = state.reviews().get(operation.name());
        if (review != null && review.reason() == ReviewReason.APPROVAL_WANTED) {
            return List.of(Action.APPROVE, Action.DECLINE);
        }
        return Trial.awaitsSignal(definition, operation.name()) ? List.of(Action.SIGNAL) : List.of();
    }
}
