package io.querent.decision;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides what late knowledge means (R8): it is kept, it makes the next question due, and where it contradicts a final outcome
 * it opens a review. It changes no outcome that the downstream or a proof decided; of what was given up without the downstream's
 * word it may say that it took effect after all. Pure.
 */
final class EvidenceDecisions {
    /** Name of the outcome of which evidence says that the effect happened. */
    static final String DONE = "Succeeded";

    /** Name of the outcome of which evidence says that the downstream refused. */
    static final String REFUSED = "Rejected";

    private EvidenceDecisions() {}

    /** What evidence says, by names that are stored and never change. */
    private record Claim(String outcome, String detail) {
        static Claim of(Outcome<String> outcome) {
            if (outcome instanceof Outcome.Succeeded<String> succeeded) {
                return new Claim(DONE, succeeded.result());
            } else if (outcome instanceof Outcome.Rejected<String> rejected) {
                return new Claim(REFUSED, rejected.code() + ": " + rejected.message());
            } else if (outcome instanceof Outcome.RefusedWithEffect<String> refused) {
                return new Claim("RefusedWithEffect", refused.code() + ": " + refused.message());
            } else if (outcome instanceof Outcome.NotExecuted<String> notExecuted) {
                return new Claim("NotExecuted", notExecuted.code() + ": " + notExecuted.message());
            } else if (outcome instanceof Outcome.Pending<String> pending) {
                return new Claim("Pending", pending.reference());
            } else if (outcome instanceof Outcome.Unknown<String> unknown) {
                return new Claim("Unknown", unknown.evidence());
            }
            throw new IllegalStateException("no claim in " + outcome);
        }
    }

    static Decision record(SagaDefinition<?> definition, SagaState state, SagaCommand.RecordEvidence command) {
        OperationState known = state.operation(command.operation());
        if (definition.operation(command.operation()).isEmpty()
                || command.attempt() < 1
                || !mayBeKnown(state, known, command.attempt())) {
            return new Refused(
                    Refusal.NO_SUCH_OPERATION,
                    definition + " has made no attempt " + command.attempt() + " of " + command.operation());
        }
        List<SagaEvent> events = new ArrayList<>();
        Claim claim = Claim.of(command.outcome());
        events.add(new SagaEvent.EvidenceRecorded(
                known.name(), command.attempt(), claim.outcome(), claim.detail(), command.node(), command.at()));
        if (state.end() == SagaStatus.ABANDONED) {
            // A person has taken the case over; what is learnt is kept, and nothing follows from it.
            return Draft.of(state, events);
        } else if (known.isGivenUp() && command.outcome() instanceof Outcome.Succeeded<String> succeeded) {
            events.addAll(LateSuccesses.of(
                    definition, state, known, command.attempt(), succeeded.result(), Via.ANSWER, command.at()));
        } else if (contradicts(known, command.outcome())
                && !state.isReviewed(known.name(), ReviewReason.CONTRADICTION)) {
            events.add(new SagaEvent.ReviewOpened(
                    known.name(),
                    ReviewReason.CONTRADICTION,
                    "recorded as " + known.status() + ", but attempt " + command.attempt() + " says " + claim.outcome(),
                    command.at()));
        }
        return Draft.of(state, events);
    }

    /** Where memory may be lost, somebody may know of an attempt that is not remembered. */
    private static boolean mayBeKnown(SagaState state, OperationState known, int attempt) {
        return attempt <= known.attempts().started() || state.origin().askFirst();
    }

    private static boolean contradicts(OperationState known, Outcome<String> outcome) {
        return switch (known.status()) {
            case REJECTED, SUCCEEDED ->
                outcome instanceof Outcome.RefusedWithEffect
                        ? !(known.conclusion() instanceof Conclusion.Overtaken)
                        : known.result().isPresent()
                                ? outcome instanceof Outcome.Rejected
                                : outcome instanceof Outcome.Succeeded;
            default -> false;
        };
    }
}
