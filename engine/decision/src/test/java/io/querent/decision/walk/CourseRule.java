package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import io.querent.saga.Branch;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A step is begun when all that it follows is over and its branch was chosen; nothing is begun in a paused saga; a choice and a list
 * stay as they were first stored; no more items are begun at a time than allowed.
 */
final class CourseRule implements Rule {
    private final SagaDefinition<?> definition;
    private final Map<String, Object> stored = new HashMap<>();

    CourseRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        SagaState before = commit.before();
        if (before == null) {
            stored.clear();
            return;
        }
        for (SagaEvent event : accepted.events()) {
            if (begins(event)) {
                check(before, ((SagaEvent.OperationEvent) event).operation(), event);
            }
            keep(event);
        }
        if (commit.command() instanceof SagaCommand.StartAttempt start) {
            checkRoom(accepted.state(), start.operation());
        }
    }

    private static boolean begins(SagaEvent event) {
        return event instanceof SagaEvent.AttemptStarted
                || event instanceof SagaEvent.PriorSendSuspected
                || event instanceof SagaEvent.MessagePublished
                || event instanceof SagaEvent.BranchChosen
                || event instanceof SagaEvent.WaitStarted
                || event instanceof SagaEvent.ItemsListed;
    }

    private void check(SagaState before, String operation, SagaEvent event) {
        Rule.require(!before.paused(), "begun in a paused saga: %s", event);
        boolean first = before.statusOf(operation) == OperationStatus.PLANNED;
        StepDefinition<?> step = definition.step(operation).orElse(null);
        if (step == null || !first || before.compensating()) {
            return;
        }
        for (String name : step.after()) {
            Rule.require(
                    isOver(before, name), "%s was begun although %s is %s", operation, name, before.operation(name));
        }
        for (Branch branch : step.branches()) {
            String chosen = before.operation(branch.choice()).result().orElse("");
            Rule.require(chosen.equals('"' + branch.name() + '"'), "%s was begun in branch %s", operation, chosen);
        }
    }

    private static boolean isOver(SagaState state, String step) {
        OperationStatus status = state.statusOf(step);
        return status == OperationStatus.SUCCEEDED || status == OperationStatus.SKIPPED;
    }

    private void keep(SagaEvent event) {
        Object now = event instanceof SagaEvent.BranchChosen chosen
                ? chosen.branch()
                : event instanceof SagaEvent.ItemsListed listed ? listed.items() : null;
        if (now != null) {
            Object earlier = stored.putIfAbsent(((SagaEvent.OperationEvent) event).operation(), now);
            Rule.require(earlier == null || earlier.equals(now), "%s was stored before as %s", event, earlier);
        }
    }

    /** What was sent before, and goes on now, does not wait for a place. */
    private void checkRoom(SagaState after, String operation) {
        String step = OperationKey.stepOf(operation);
        if (definition.step(step).orElseThrow().body() instanceof ForEachDefinition<?> forEach
                && after.operation(operation).attempts().started() == 1) {
            List<OperationState> underWay = after.operations().values().stream()
                    .filter(known -> known.name().startsWith(step + '.')
                            && definition.step(known.name()).isPresent())
                    .filter(known -> known.status() == OperationStatus.IN_FLIGHT
                            && known.attempts().started() == 1)
                    .toList();
            Rule.require(
                    underWay.size() <= forEach.limits().parallel(),
                    "more items are under way than allowed: %s",
                    underWay);
        }
    }
}
