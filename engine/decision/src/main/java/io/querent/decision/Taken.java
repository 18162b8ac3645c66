package io.querent.decision;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import java.util.ArrayList;
import java.util.List;

/** What all of a person's decisions have in common: they are recorded with what follows, and refused when the case has moved. Pure. */
final class Taken {
    private Taken() {}

    /** The decision, and then its consequences. */
    static List<SagaEvent> with(SagaCommand.Decide command, List<SagaEvent> consequences) {
        OperatorDecision decision = command.decision();
        Authority authority = command.authority();
        String operation = decision instanceof OperatorDecision.OnOperation on ? on.operation() : null;
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.DecisionTaken(
                decision.name(),
                operation,
                decision.evidence(),
                authority.operator(),
                authority.reason(),
                authority.revision(),
                authority.requestId(),
                command.at(),
                authority.approvedBy()));
        events.addAll(consequences);
        return events;
    }

    /** Whether who decides has seen the revision that the case is about, and none that does not exist. */
    static boolean hasSeen(SagaState state, SagaCommand.Decide command, long revision) {
        long seen = command.authority().revision();
        return revision <= seen && seen <= state.version();
    }

    /** Revision of what changed last, in the saga's course or in any operation. */
    static long latest(SagaState state) {
        return state.operations().values().stream()
                .mapToLong(OperationState::revision)
                .reduce(state.course().revision(), Math::max);
    }

    static Decision moved(SagaState state, SagaCommand.Decide command, String what, long revision) {
        return new Refused(
                Refusal.MOVED,
                what + " has moved; seen revision=" + command.authority().revision() + ", changed at revision="
                        + revision + ", newest revision=" + state.version() + "; look again, then decide");
    }

    static Decision notAllowed(String why) {
        return new Refused(Refusal.NOT_ALLOWED, why);
    }
}
