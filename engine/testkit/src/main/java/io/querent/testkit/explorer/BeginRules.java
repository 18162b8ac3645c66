package io.querent.testkit.explorer;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.StepDefinition;

/** When a step may begin that had not: in its turn, in its branch, while the saga goes forward and nobody has stopped it. */
final class BeginRules {
    private BeginRules() {}

    static void check(Change change, SagaEvent event) {
        if (event instanceof SagaEvent.MessagePublished published) {
            Operation message = change.setting().operation(published.operation());
            if (message.undo()) {
                UndoRules.check(change, message);
                checkNotPaused(change.before(), message.name());
            } else {
                checkStep(change, message.step());
            }
        } else if (event instanceof SagaEvent.BranchChosen chosen) {
            checkStep(change, change.setting().step(chosen.operation()));
        } else if (event instanceof SagaEvent.WaitStarted started) {
            checkStep(change, change.setting().step(started.operation()));
        } else if (event instanceof SagaEvent.ItemsListed listed) {
            checkStep(change, change.setting().step(listed.operation()));
        } else if (event instanceof SagaEvent.SagaRedriven) {
            checkNothingUndone(change);
        }
    }

    /** A step of the definition, or an item, begins. */
    static void checkStep(Change change, StepDefinition<?> step) {
        SagaState before = change.before();
        String name = step.name();
        RuleBroken.unless(!before.compensating(), "%s is begun although the saga has turned back", name);
        checkNotPaused(before, name);
        RuleBroken.unless(before.statusOf(name) == OperationStatus.PLANNED, "%s is begun twice", name);
        if (Setting.isItem(step)) {
            checkItem(change, step);
            return;
        }
        for (String other : step.after()) {
            OperationStatus status = before.statusOf(other);
            RuleBroken.unless(
                    status == OperationStatus.SUCCEEDED || status == OperationStatus.SKIPPED,
                    "%s is begun before %s is over",
                    name,
                    other);
        }
        RuleBroken.unless(
                step.after().isEmpty()
                        || step.after().stream().anyMatch(other -> before.statusOf(other) != OperationStatus.SKIPPED),
                "%s is begun although all that it follows was skipped",
                name);
        RuleBroken.unless(EndRules.isChosen(before, step), "%s is begun although another branch was chosen", name);
    }

    static void checkNotPaused(SagaState before, String name) {
        RuleBroken.unless(!before.paused(), "%s is begun although the saga is paused", name);
    }

    private static void checkItem(Change change, StepDefinition<?> item) {
        String step = Setting.group(item.name());
        SagaState before = change.before();
        RuleBroken.unless(
                before.statusOf(step) == OperationStatus.AWAITING, "%s is begun while %s is not", item.name(), step);
        int underWay = 0;
        for (StepDefinition<?> other : change.setting().items(step)) {
            OperationStatus status = before.statusOf(other.name());
            boolean waits = status == OperationStatus.PLANNED || status == OperationStatus.IN_REVIEW;
            underWay += waits || status.isFinal() ? 0 : 1;
        }
        int parallel = change.setting().step(step).body() instanceof ForEachDefinition<?> forEach
                ? forEach.limits().parallel()
                : 0;
        RuleBroken.unless(
                underWay < parallel, "%s is begun beside %d items, and %d may run", item.name(), underWay, parallel);
    }

    /** What was undone, or is being undone, cannot be done again under its key. */
    private static void checkNothingUndone(Change change) {
        for (Operation operation : change.setting().operations()) {
            RuleBroken.unless(
                    !operation.undo() || change.before().statusOf(operation.name()) == OperationStatus.PLANNED,
                    "the saga is driven forward again although %s is %s",
                    operation.name(),
                    change.before().statusOf(operation.name()));
        }
    }
}
