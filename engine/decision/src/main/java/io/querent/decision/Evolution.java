package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The only way in which a saga's state changes: one event at a time. Pure. */
public final class Evolution {
    private Evolution() {}

    /** The state that {@code events} lead to; null for no events. */
    public static @Nullable SagaState replay(List<SagaEvent> events) {
        SagaState state = null;
        for (SagaEvent event : events) {
            state = evolve(state, event);
        }
        return state;
    }

    /**
     * The state after {@code event}.
     *
     * @param state the state before; null before the first event
     * @throws IllegalStateException when the event cannot follow the state: the history is damaged, or the core is wrong
     */
    public static SagaState evolve(@Nullable SagaState state, SagaEvent event) {
        if (event instanceof SagaEvent.SagaStarted started) {
            if (state != null) {
                throw new IllegalStateException("saga " + started.key() + " cannot start twice");
            }
            return SagaState.started(new SagaState.Origin(
                    started.key(),
                    started.definitionVersion(),
                    started.input(),
                    started.inputHash(),
                    started.askFirst(),
                    started.parent(),
                    started.fingerprint(),
                    started.at()));
        }
        if (state == null) {
            throw new IllegalStateException(event.getClass().getSimpleName() + " cannot be the first event of a saga");
        }
        return apply(state, event).next();
    }

    private static SagaState apply(SagaState state, SagaEvent event) {
        if (event instanceof SagaEvent.OperationEvent operationEvent) {
            return applyToOperation(state, operationEvent);
        } else if (event instanceof SagaEvent.CompensationStarted) {
            return state.turn(true)
                    .closeReviewsOf(
                            ReviewReason.RETRIABLE_REJECTED,
                            ReviewReason.EFFECT_LEFT,
                            ReviewReason.COMPENSATION_REJECTED);
        } else if (event instanceof SagaEvent.SagaWoken woken) {
            return wake(state, woken.at()).handled(woken.requestId());
        } else if (event instanceof SagaEvent.DecisionTaken taken) {
            return decided(state, taken).handled(taken.requestId());
        } else if (event instanceof SagaEvent.SagaCompleted) {
            return end(state, SagaStatus.COMPLETED);
        } else if (event instanceof SagaEvent.SagaCompensated) {
            return end(state, SagaStatus.COMPENSATED);
        } else if (event instanceof SagaEvent.SagaFailed) {
            return end(state, SagaStatus.FAILED);
        } else if (event instanceof SagaEvent.SagaAbandoned) {
            return end(state, SagaStatus.ABANDONED).closeReviews();
        }
        return steer(state, event);
    }

    private static SagaState steer(SagaState state, SagaEvent event) {
        if (event instanceof SagaEvent.SagaPaused) {
            return state.pause(true);
        } else if (event instanceof SagaEvent.SagaResumed) {
            return state.pause(false).closeReview(SagaState.WHOLE);
        } else if (event instanceof SagaEvent.DeadlinePassed) {
            return state.overdue();
        } else if (event instanceof SagaEvent.SagaRedriven) {
            return state.turn(false);
        } else if (event instanceof SagaEvent.SagaMoved moved) {
            return state.moved(moved.definitionVersion(), moved.fingerprint());
        }
        throw new IllegalStateException("no evolution for " + event.getClass().getSimpleName());
    }

    private static SagaState applyToOperation(SagaState state, SagaEvent.OperationEvent event) {
        OperationState operation = state.operation(event.operation());
        if (event instanceof SagaEvent.ReviewOpened review) {
            SagaState reviewed =
                    state.review(event.operation(), new SagaState.Review(review.reason(), review.detail()));
            if (event.operation().equals(SagaState.WHOLE)) {
                return reviewed;
            }
            boolean stays = operation.status().isFinal() || review.reason() == ReviewReason.APPROVAL_WANTED;
            OperationState known = stays ? operation : inReview(operation, review);
            return reviewed.put(known.revised(state.version() + 1));
        } else if (event instanceof SagaEvent.ItemsListed listed) {
            SagaState with = state.list(listed.operation(), listed.items());
            return moved(with, operation, OperationEvolution.evolve(operation, event));
        } else if (event instanceof SagaEvent.EvidenceRecorded evidence) {
            return operation.status() == PLANNED ? state : state.put(heard(state, operation, evidence));
        } else if (event instanceof SagaEvent.CallbackReceived callback) {
            return state.put(OperationEvolution.hear(operation, callback).revised(state.version() + 1))
                    .handled(CallbackDecisions.identity(callback.source(), callback.messageId()));
        }
        return OrderEvolution.concerns(event)
                ? OrderEvolution.evolve(state, operation, event)
                : moved(state, operation, OperationEvolution.evolve(operation, event));
    }

    /** A change of where the operation stands closes a review of it, and makes an ended saga go on. */
    private static SagaState moved(SagaState state, OperationState before, OperationState after) {
        boolean revised = before.status() != after.status() || after.conclusion() != before.conclusion();
        if (!revised) {
            return state.put(after);
        }
        return state.reopen().closeReview(after.name()).put(after.revised(state.version() + 1));
    }

    private static SagaState decided(SagaState state, SagaEvent.DecisionTaken taken) {
        String operation = taken.operation();
        if (operation != null) {
            OperationState known = state.operation(operation);
            QueryAnswer kept = beginsAnew(taken) && !known.mayHaveBeenSent() ? known.heard() : null;
            return state.closeReview(operation)
                    .put(known.with(known.attempts().weighed()).hear(kept).revised(state.version() + 1));
        }
        return state;
    }

    /** What came early is not for the person to weigh, but for the step that will be begun. */
    private static boolean beginsAnew(SagaEvent.DecisionTaken taken) {
        return taken.decision().equals("resend") || taken.decision().equals("redrive");
    }

    /** Who decides has to have seen what evidence says of the effect. */
    private static OperationState heard(
            SagaState state, OperationState operation, SagaEvent.EvidenceRecorded evidence) {
        OperationState heard = operation;
        if (evidence.outcome().equals(EvidenceDecisions.DONE) && operation.status() != SUCCEEDED) {
            heard = operation.with(operation.attempts().saidToBeDone()).revised(state.version() + 1);
        } else if (evidence.outcome().equals(EvidenceDecisions.REFUSED)) {
            heard = operation.revised(state.version() + 1);
        }
        return isAsking(heard) ? dueNow(heard, evidence.at()) : heard;
    }

    /** What does not match is in the review now; a word that has not decided yet still does. */
    private static OperationState inReview(OperationState operation, SagaEvent.ReviewOpened review) {
        OperationStatus status = OperationLifecycle.move(operation, review, IN_REVIEW);
        Waiting waiting = operation.waiting();
        OperationState reviewed = operation.with(status, operation.attempts(), waiting.forAnswer());
        return operation.heard() instanceof QueryAnswer.Mismatch ? reviewed.hear(null) : reviewed;
    }

    private static SagaState wake(SagaState state, Instant at) {
        SagaState woken = state;
        for (OperationState operation : state.operations().values()) {
            if (isAsking(operation) || operation.status() == BACKING_OFF) {
                woken = woken.put(dueNow(operation, at));
            }
        }
        return woken;
    }

    private static boolean isAsking(OperationState operation) {
        return operation.status() == UNKNOWN || operation.status() == PENDING;
    }

    private static OperationState dueNow(OperationState operation, Instant at) {
        Instant due = operation.waiting().dueAt();
        Instant sooner = due != null && due.isBefore(at) ? due : at;
        return operation.with(
                operation.status(), operation.attempts(), operation.waiting().until(sooner));
    }

    private static SagaState end(SagaState state, SagaStatus status) {
        if (state.end() != null) {
            throw new IllegalStateException("saga " + state.key() + " ended as " + state.end() + " already");
        }
        return state.closeReview(SagaState.WHOLE).endAs(status);
    }
}
