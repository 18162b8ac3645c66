package io.querent.decision.walk;

import io.querent.decision.Authority;
import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * R13: whatever a person decides is in the history with who, why and what was seen, once for each request, and nothing is decided
 * about what has changed since or about a call in flight.
 */
final class DecisionRule implements Rule {
    private static final String SAGA = "";

    private final Map<String, Long> changed = new HashMap<>();
    private final Set<String> requests = new HashSet<>();

    @Override
    public void check(Commit commit, Accepted accepted) {
        SagaState before = commit.before();
        if (before == null) {
            changed.clear();
            requests.clear();
        } else if (commit.command() instanceof SagaCommand.Decide decide) {
            check(before, decide, accepted);
        }
        long number = accepted.state().version() - accepted.events().size();
        for (SagaEvent event : accepted.events()) {
            number++;
            changed.put(subject(event), number);
        }
    }

    private void check(SagaState before, SagaCommand.Decide decide, Accepted accepted) {
        OperatorDecision decision = decide.decision();
        Authority authority = decide.authority();
        String operation = decision instanceof OperatorDecision.OnOperation on ? on.operation() : null;
        Rule.require(
                accepted.events()
                        .get(0)
                        .equals(new SagaEvent.DecisionTaken(
                                decision.name(),
                                operation,
                                decision.evidence(),
                                authority.operator(),
                                authority.reason(),
                                authority.revision(),
                                authority.requestId(),
                                decide.at(),
                                authority.approvedBy())),
                "%s is not in the history as it was decided: %s",
                decide,
                accepted.events());
        Rule.require(
                requests.add(authority.requestId()) || !before.handledRequests().contains(authority.requestId()),
                "one request was carried out twice: %s",
                decide);
        if (operation == null) {
            boolean blind = authority.revision() == Authority.UNSEEN
                    && (decision instanceof OperatorDecision.Cancel
                            || decision instanceof OperatorDecision.Pause
                            || decision instanceof OperatorDecision.Resume);
            Rule.require(
                    blind || authority.revision() >= changed.getOrDefault(SAGA, 0L), "the saga has moved: %s", decide);
        } else {
            Rule.require(before.statusOf(operation) != OperationStatus.IN_FLIGHT, "decided during a call: %s", decide);
            Rule.require(authority.revision() >= changed.getOrDefault(operation, 0L), "the case has moved: %s", decide);
        }
    }

    /** What an event moves; a question without an answer, or another owner's shrug, moves nothing. */
    private static String subject(SagaEvent event) {
        if (event instanceof SagaEvent.CompensationStarted
                || event instanceof SagaEvent.SagaPaused
                || event instanceof SagaEvent.SagaResumed
                || event instanceof SagaEvent.SagaRedriven
                || event instanceof SagaEvent.DeadlinePassed) {
            return SAGA;
        } else if (event instanceof SagaEvent.QueryInconclusive
                || event instanceof SagaEvent.EvidenceRecorded
                || event instanceof SagaEvent.AttemptsRenewed
                || event instanceof SagaEvent.QuestionsRenewed
                || event instanceof SagaEvent.OperationPending) {
            return "nothing";
        }
        return event instanceof SagaEvent.OperationEvent on ? on.operation() : "nothing";
    }
}
