package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.decision.OperatorDecision.OnOperation;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides what a person decided (R13). A person may state what is true of an operation whose outcome nobody else can tell, and may
 * let the engine try again; a person cannot make it send what no key protects (R3), nor undo what is not known (R6). Pure.
 */
final class OperatorDecisions {
    private final SagaDefinition<?> definition;
    private final SagaState state;
    private final SagaCommand.Decide command;
    private final Instant at;

    private OperatorDecisions(SagaDefinition<?> definition, SagaState state, SagaCommand.Decide command) {
        this.definition = definition;
        this.state = state;
        this.command = command;
        this.at = command.at();
    }

    static Decision decide(SagaDefinition<?> definition, SagaState state, SagaCommand.Decide command) {
        if (state.handledRequests().contains(command.authority().requestId())) {
            return new Refused(
                    Refusal.REPEATED, "request " + command.authority().requestId() + " was carried out before");
        } else if (state.end() == SagaStatus.ABANDONED) {
            return new Refused(Refusal.ENDED, "saga " + state.key() + " was abandoned");
        }
        OperatorDecisions decisions = new OperatorDecisions(definition, state, command);
        if (command.decision() instanceof OnOperation onOperation) {
            return decisions.onOperation(onOperation);
        }
        return CourseDecisions.decide(definition, state, command);
    }

    private Decision onOperation(OnOperation decision) {
        boolean known = definition.operation(decision.operation()).isPresent()
                || definition.step(decision.operation()).isPresent();
        if (!known) {
            return new Refused(Refusal.NO_SUCH_OPERATION, definition + " has no operation " + decision.operation());
        }
        OperationState operation = state.operation(decision.operation());
        if (!Taken.hasSeen(state, command, operation.revision())) {
            return Taken.moved(state, command, "operation " + operation.name() + left(decision), operation.revision());
        } else if (operation.status() == OperationStatus.IN_FLIGHT) {
            return notAllowed("a call of " + operation.name() + " is in flight: decide when its outcome is known");
        }
        return onOperation(operation, decision);
    }

    /** Of two parts at once the second is refused: who ordered it wants to know what the first has left. */
    private String left(OnOperation decision) {
        return decision instanceof OperatorDecision.CompensatePart part
                ? StepUndoDecisions.left(state, command, part.operation())
                        .map(left -> ", of which " + left + " is left,")
                        .orElse("")
                : "";
    }

    private Decision onOperation(OperationState known, OnOperation decision) {
        if (decision instanceof OperatorDecision.ConfirmSucceeded confirmed) {
            return confirmSucceeded(known, confirmed);
        } else if (decision instanceof OperatorDecision.ConfirmFailed confirmed) {
            return confirmFailed(known, confirmed);
        } else if (decision instanceof OperatorDecision.ConfirmNeverRan confirmed) {
            return confirmNeverRan(known, confirmed);
        } else if (decision instanceof OperatorDecision.AskAgain) {
            return askAgain(known);
        } else if (decision instanceof OperatorDecision.Resend) {
            return resend(known);
        } else if (decision instanceof OperatorDecision.MadeGood made) {
            return madeGood(known, made);
        } else if (decision instanceof OperatorDecision.Approve) {
            return approve(known);
        } else if (decision instanceof OperatorDecision.Decline) {
            return decline(known);
        } else if (decision instanceof OperatorDecision.Redrive) {
            return Redriving.from(definition, state, known, command);
        } else if (decision instanceof OperatorDecision.CompensateStep) {
            return StepUndoDecisions.whole(new Progress(definition, state), known, command);
        } else if (decision instanceof OperatorDecision.CompensatePart part) {
            return StepUndoDecisions.part(new Progress(definition, state), known, command, part.amount());
        }
        throw new IllegalStateException("no decision for " + decision);
    }

    private Decision confirmSucceeded(OperationState known, OperatorDecision.ConfirmSucceeded decision) {
        boolean questioned = state.isReviewed(known.name(), ReviewReason.CONTRADICTION)
                || state.isReviewed(known.name(), ReviewReason.REVERSED);
        if (known.result().isPresent() && questioned) {
            return taken(List.of());
        } else if (!isOpen(known) && !isRefusedInReview(known) && !isNotAcceptedAsRefused(known)) {
            return nothingToDecide(known);
        } else if (!StepDecisions.mayResultIn(definition, known.name(), decision.result())) {
            return notAllowed("choice " + known.name() + " has no branch " + decision.result());
        }
        return taken(List.of(new SagaEvent.OperationSucceeded(
                known.name(), known.attempts().started(), decision.result(), Via.OPERATOR, at)));
    }

    private Decision confirmFailed(OperationState known, OperatorDecision.ConfirmFailed decision) {
        boolean contradicted = state.isReviewed(known.name(), ReviewReason.CONTRADICTION);
        boolean dismissed = contradicted || new Progress(definition, state).isNeedless(known.name());
        boolean refused =
                known.status() == OperationStatus.REJECTED && state.reviews().containsKey(known.name());
        if (refused && isOrdered(known)) {
            return taken(List.of(withdrawn(known, decision)));
        } else if (isRefusedInReview(known) && dismissed) {
            return taken(List.of());
        } else if (known.result().isPresent() && contradicted && !isUndoBegun(known)) {
            return taken(List.of(rejected(known, decision)));
        } else if (!isOpen(known)) {
            return nothingToDecide(known);
        }
        return taken(
                isOrdered(known)
                        ? List.of(rejected(known, decision), withdrawn(known, decision))
                        : List.of(rejected(known, decision)));
    }

    /** Whether it is an undo that the saga does not need, but people have ordered. They may leave it at a refusal. */
    private boolean isOrdered(OperationState known) {
        Optional<? extends StepDefinition<?>> step =
                isAction(known) ? Optional.empty() : definition.stepOf(known.name());
        return step.map(one -> state.orders().get(one.name()))
                .filter(orders -> orders.parts().containsKey(known.name()) || orders.whole() && !state.compensating())
                .isPresent();
    }

    private SagaEvent withdrawn(OperationState known, OperatorDecision.ConfirmFailed decision) {
        return new SagaEvent.UndoWithdrawn(known.name(), "it was refused: " + decision.evidence(), at);
    }

    private SagaEvent rejected(OperationState known, OperatorDecision.ConfirmFailed decision) {
        return new SagaEvent.OperationRejected(
                known.name(), known.attempts().started(), decision.code(), decision.evidence(), Via.OPERATOR, at);
    }

    private Decision confirmNeverRan(OperationState known, OperatorDecision.ConfirmNeverRan decision) {
        if (!isOpen(known)) {
            return nothingToDecide(known);
        } else if (!mayBeGivenUp(known)) {
            return notAllowed(known.name() + " cannot be given up, the saga only goes on with it: send it again"
                    + " under the same key, or confirm that it succeeded");
        }
        return taken(List.of(new SagaEvent.OperationGivenUp(known.name(), "never-ran", decision.evidence(), at)));
    }

    private Decision askAgain(OperationState known) {
        if (!isOpen(known)) {
            return nothingToDecide(known);
        } else if (known.attempts().uncertain() == 0) {
            return notAllowed(
                    "it is certain that no attempt of " + known.name() + " took effect: there is nothing to ask");
        } else if (!operation(known).queryable()) {
            return notAllowed("the definition does not say how to ask about " + known.name());
        }
        return taken(List.of(new SagaEvent.QuestionsRenewed(known.name(), at, at)));
    }

    private Decision resend(OperationState known) {
        if (!isOpen(known) && !isRefusedInReview(known) || known.status() == PENDING) {
            return nothingToDecide(known);
        }
        if (!SagaSteps.isAttempted(definition, known.name())) {
            return taken(List.of(new SagaEvent.StepReopened(known.name(), at)));
        }
        boolean mayHaveRun = known.attempts().uncertain() > 0;
        if (new Progress(definition, state).isNeedless(known.name())) {
            return notAllowed("what " + known.name() + " would undo does not stand any more");
        } else if (StepUndoDecisions.isTooMuchNow(definition, state, known)) {
            return notAllowed(
                    "less than the amount of " + known.name() + " is left by now: it would pay back too much");
        } else if (mayHaveRun && !AttemptDecisions.keyProtects(operation(known), known, at)) {
            return notAllowed("the key of " + known.name() + " is no longer protected: the downstream may have"
                    + " forgotten it since the first send at "
                    + known.attempts().firstSentAt()
                    + ", and sending again could take effect twice");
        } else if (known.attempts().areForgotten()) {
            return notAllowed(
                    known.name() + " may have been sent before the engine's memory was lost, and nobody knows how"
                            + " old its key is: ask, or confirm what became of it");
        } else if (isAction(known) && state.compensating()) {
            return notAllowed(
                    "the saga has turned back: an action is not sent again; ask, or confirm what became of it");
        }
        return taken(List.of(new SagaEvent.AttemptsRenewed(known.name(), at, at)));
    }

    private Decision madeGood(OperationState known, OperatorDecision.MadeGood decision) {
        boolean left = state.isReviewed(known.name(), ReviewReason.NO_COMPENSATION)
                || state.isReviewed(known.name(), ReviewReason.EFFECT_LEFT)
                || state.isReviewed(known.name(), ReviewReason.RETRIABLE_REJECTED);
        return left && known.stands()
                ? taken(List.of(new SagaEvent.EffectMadeGood(known.name(), decision.evidence(), at)))
                : nothingToDecide(known);
    }

    private Decision approve(OperationState known) {
        if (!isApproval(known)) {
            return nothingToDecide(known);
        }
        Authority authority = command.authority();
        String approval = "{\"operator\":" + JsonText.quoted(authority.operator()) + ",\"reason\":"
                + JsonText.quoted(authority.reason()) + ",\"at\":" + JsonText.quoted(at.toString()) + "}";
        return taken(List.of(new SagaEvent.WaitEnded(known.name(), approval, Via.OPERATOR, at)));
    }

    private Decision decline(OperationState known) {
        return isApproval(known)
                ? taken(List.of(new SagaEvent.WaitRefused(
                        known.name(), "declined", command.authority().reason(), Via.OPERATOR, at)))
                : nothingToDecide(known);
    }

    private boolean isApproval(OperationState known) {
        return known.status() == AWAITING
                && StepDecisions.waitOf(definition, known.name())
                        .filter(wait -> wait.kind() == WaitDefinition.Kind.APPROVAL)
                        .isPresent();
    }

    private Decision taken(List<SagaEvent> consequences) {
        return Draft.of(state, Taken.with(command, consequences));
    }

    /** Whether nobody but a person, a question or the downstream can tell what became of it. */
    private static boolean isOpen(OperationState known) {
        return known.status() == UNKNOWN || known.status() == PENDING || known.status() == IN_REVIEW;
    }

    /** Whether the downstream's definite no is in review, because the saga can neither go on nor back with it. */
    private boolean isRefusedInReview(OperationState known) {
        return known.status() == REJECTED
                && known.result().isEmpty()
                && state.reviews().containsKey(known.name());
    }

    /** Whether the saga cannot go on without it, although it was refused with something left behind. */
    private boolean isNotAcceptedAsRefused(OperationState known) {
        return known.status() == REJECTED && state.isReviewed(known.name(), ReviewReason.RETRIABLE_REJECTED);
    }

    private boolean isUndoBegun(OperationState known) {
        return isAction(known)
                && (state.statusOf(OperationKey.compensationOf(known.name())) != PLANNED
                        || state.orders().containsKey(known.name()));
    }

    private boolean mayBeGivenUp(OperationState known) {
        boolean mayGoBack =
                definition.step(known.name()).filter(step -> !step.retriable()).isPresent()
                        && !new Progress(definition, state).pastPivot();
        return mayGoBack || (state.compensating() && isAction(known));
    }

    private boolean isAction(OperationState known) {
        return definition.step(known.name()).isPresent();
    }

    private OperationDefinition<?, ?, ?> operation(OperationState known) {
        return definition.operation(known.name()).orElseThrow();
    }

    private Decision nothingToDecide(OperationState known) {
        return notAllowed(command.decision().name() + " does not apply to operation " + known.name() + ", which is "
                + known.status());
    }

    private static Decision notAllowed(String why) {
        return new Refused(Refusal.NOT_ALLOWED, why);
    }
}
