package io.querent.testkit.explorer;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.saga.Branch;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.StepDefinition;

/** What must be true of a saga that says how it ended. */
final class EndRules {
    private EndRules() {}

    static void check(Setting setting, World world) {
        SagaStatus end = world.state.end();
        if (end == SagaStatus.COMPLETED) {
            checkCompleted(setting, world);
        } else if (end == SagaStatus.FAILED) {
            for (Operation operation : setting.operations()) {
                RuleBroken.unless(
                        world.book(operation.index()).standing() == 0,
                        "the saga is FAILED and %s took effect",
                        operation.name());
            }
        } else if (end == SagaStatus.COMPENSATED) {
            for (Operation operation : setting.operations()) {
                if (!operation.undo()) {
                    checkUndone(setting, world, operation);
                }
            }
        }
    }

    private static void checkCompleted(Setting setting, World world) {
        for (StepDefinition<?> step : setting.definition().steps()) {
            OperationStatus status = world.state.statusOf(step.name());
            RuleBroken.unless(
                    status == OperationStatus.SUCCEEDED || status == OperationStatus.SKIPPED,
                    "the saga is COMPLETED and %s is %s",
                    step.name(),
                    status);
            RuleBroken.unless(
                    status == OperationStatus.SKIPPED || isChosen(world.state, step),
                    "the saga is COMPLETED and %s was run although another branch was chosen",
                    step.name());
        }
        for (Operation operation : setting.operations()) {
            int expected = expected(setting, world.state, operation);
            int effects = world.book(operation.index()).effects();
            boolean madeGood = isCollected(setting, operation.step())
                    && world.state.statusOf(operation.name()) == OperationStatus.REJECTED
                    && !world.state.operation(operation.name()).stands();
            RuleBroken.unless(
                    effects == expected || madeGood,
                    "the saga is COMPLETED and %s took effect %d times",
                    operation.name(),
                    effects);
        }
    }

    /** How often the operation took effect in a saga that is completed. */
    private static int expected(Setting setting, SagaState state, Operation operation) {
        OperationStatus status = state.statusOf(operation.name());
        if (operation.undo() && state.orders().containsKey(operation.step().name())) {
            return status == OperationStatus.SUCCEEDED ? 1 : 0;
        }
        boolean none = operation.undo()
                || status == OperationStatus.SKIPPED
                || Setting.isItem(operation.step())
                        && (isNotListed(state, operation.step())
                                || isCollected(setting, operation.step()) && status == OperationStatus.REJECTED);
        return none ? 0 : 1;
    }

    private static boolean isNotListed(SagaState state, StepDefinition<?> item) {
        String key = item.name().substring(item.name().indexOf('.') + 1);
        return state.item(Setting.group(item.name()), key).isEmpty();
    }

    static boolean isCollected(Setting setting, StepDefinition<?> item) {
        return Setting.isItem(item)
                && setting.step(Setting.group(item.name())).body() instanceof ForEachDefinition<?> forEach
                && forEach.limits().collect();
    }

    static boolean isChosen(SagaState state, StepDefinition<?> step) {
        for (Branch branch : step.branches()) {
            String chosen = state.operation(branch.choice()).result().orElse("");
            if (!chosen.equals('"' + branch.name() + '"')) {
                return false;
            }
        }
        return true;
    }

    /** Each effect was taken back exactly once: by a compensation, by the provider, or by a person outside the engine. */
    private static void checkUndone(Setting setting, World world, Operation action) {
        OperationState known = world.state.operation(action.name());
        if (known.result().isPresent() && !known.stands()) {
            return;
        }
        Book book = world.book(action.index());
        int effects = known.result().isPresent() ? book.effects() : book.standing();
        if (setting.undos(action.step()).isEmpty()) {
            RuleBroken.unless(
                    effects == 0 || action.step().needsNoUndo(),
                    "the saga is COMPENSATED and %s stands",
                    action.name());
            return;
        }
        int undone = 0;
        for (Operation undo : setting.undos(action.step())) {
            undone += world.book(undo.index()).effects();
        }
        RuleBroken.unless(
                undone == effects || undone < effects && PartRules.areAll(setting, world.state, action.step()),
                "the saga is COMPENSATED and %s took effect %d times, its compensations %d times",
                action.name(),
                effects,
                undone);
    }
}
