package io.querent.saga;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Refuses a definition that could lose money, and puts its steps in an order in which each comes after those it follows. */
final class DefinitionCheck<I> {
    /** Leaves at least 65 characters of the 200 of an operation key to the business key of the longest tenant. */
    private static final int LONGEST_NAMES = 100;

    private final String saga;
    private final List<StepDefinition<I>> steps;
    private final Map<String, StepDefinition<I>> byName = new LinkedHashMap<>();

    DefinitionCheck(String saga, List<StepDefinition<I>> steps) {
        this.saga = saga;
        this.steps = steps;
    }

    List<StepDefinition<I>> check() {
        checkNames();
        StepGraph graph = new StepGraph(predecessors(steps));
        List<String> order = graph.order().orElseThrow(() -> SagaDefinitionException.cycle(saga, graph.cycle()));
        checkStarts();
        new BranchCheck<>(saga, byName).check(order);
        checkPivot(graph);
        checkCompensations(graph);
        return order.stream().map(this::step).toList();
    }

    private void checkNames() {
        if (steps.isEmpty()) {
            throw SagaDefinitionException.noSteps(saga);
        }
        for (StepDefinition<I> step : steps) {
            if (byName.put(step.name(), step) != null) {
                throw SagaDefinitionException.duplicateStep(saga, step.name());
            }
            int length = saga.length() + longestName(step);
            if (length > LONGEST_NAMES) {
                throw SagaDefinitionException.keyTooLong(saga, step.name(), length, LONGEST_NAMES);
            }
        }
        for (StepDefinition<I> step : steps) {
            for (String named : step.after()) {
                if (!byName.containsKey(named)) {
                    throw SagaDefinitionException.unknownStep(saga, step.name(), named, byName.keySet());
                }
            }
        }
    }

    private void checkStarts() {
        List<StepDefinition<I>> starts =
                steps.stream().filter(step -> step.after().isEmpty()).toList();
        steps.stream()
                .filter(step -> step.atStart() && !step.after().isEmpty())
                .findFirst()
                .ifPresent(step -> {
                    throw SagaDefinitionException.startAndFollow(saga, step.name());
                });
        for (StepDefinition<I> step : starts.subList(1, starts.size())) {
            if (!step.atStart()) {
                throw SagaDefinitionException.ambiguousStart(
                        saga, step.name(), starts.get(0).name());
            }
        }
    }

    private void checkPivot(StepGraph graph) {
        Optional<StepDefinition<I>> pivot = Optional.empty();
        for (StepDefinition<I> step : steps) {
            if (step.pivot() && pivot.isPresent()) {
                throw SagaDefinitionException.secondPivot(
                        saga, step.name(), pivot.get().name());
            }
            pivot = step.pivot() ? Optional.of(step) : pivot;
        }
        if (pivot.isEmpty()) {
            return;
        }
        String name = pivot.get().name();
        Set<String> before = graph.ancestors(name);
        for (StepDefinition<I> step : steps) {
            if (!step.pivot() && !before.contains(step.name()) && mayBeRejected(step)) {
                throw SagaDefinitionException.rejectableAfterPivot(saga, step.name(), name);
            }
        }
    }

    private void checkCompensations(StepGraph graph) {
        for (StepDefinition<I> step : steps) {
            if (step.compensation().isPresent() && step.needsNoUndo()) {
                throw SagaDefinitionException.undoOfWhatNeedsNone(saga, step.name());
            }
            if (step.compensation().isEmpty() && !step.needsNoUndo()) {
                rejectingAfter(step, graph).ifPresent(rejecting -> {
                    throw SagaDefinitionException.noCompensation(saga, step.name(), rejecting);
                });
            }
            checkParts(step);
            for (String named : declaredUndoOrder(step)) {
                StepDefinition<I> other = byName.get(named);
                if (other == null || other.compensation().isEmpty()) {
                    throw SagaDefinitionException.undoUnknown(saga, step.name(), named);
                }
            }
        }
        StepGraph undo = new StepGraph(UndoOrder.of(steps));
        if (undo.order().isEmpty()) {
            throw SagaDefinitionException.undoCycle(saga, undo.cycle());
        }
    }

    /** What is made good for in parts has an amount, and the key of a part is nobody else's. */
    private void checkParts(StepDefinition<I> step) {
        StepDefinition<I> acting = step.body() instanceof ForEachDefinition<I> forEach ? forEach.template() : step;
        Optional<CompensationDefinition<I>> undo =
                acting.compensation().filter(one -> one.inParts().isPresent());
        if (undo.isEmpty()) {
            return;
        }
        if (acting.action().filter(OperationDefinition::statesAmount).isEmpty()) {
            throw SagaDefinitionException.partsOfNothing(saga, step.name());
        }
        for (CompensationDefinition.Alternative<I> next : undo.get().alternatives()) {
            String name = next.operation().name();
            if (OperationKey.partOf(name).isPresent()) {
                throw SagaDefinitionException.alternativeLikePart(saga, step.name(), name);
            }
        }
    }

    private static <I> Set<String> declaredUndoOrder(StepDefinition<I> step) {
        return step.compensation().flatMap(CompensationDefinition::after).orElse(Set.of());
    }

    /** A step that may be refused while {@code step} has succeeded: any that is not retriable and not one it follows. */
    private Optional<String> rejectingAfter(StepDefinition<I> step, StepGraph graph) {
        Set<String> before = graph.ancestors(step.name());
        return steps.stream()
                .filter(other -> other != step || isForEach(step))
                .filter(other -> mayBeRejected(other) && !before.contains(other.name()))
                .map(StepDefinition::name)
                .findFirst();
    }

    private static boolean isForEach(StepDefinition<?> step) {
        return step.body() instanceof ForEachDefinition;
    }

    /** A for-each step that collects refusals is not refused itself. */
    private static boolean mayBeRejected(StepDefinition<?> step) {
        boolean collects = step.body() instanceof ForEachDefinition<?> forEach
                && forEach.limits().collect();
        return !step.retriable() && !collects;
    }

    /** Length of the longest name that an operation of the step goes by. */
    static int longestName(StepDefinition<?> step) {
        int room = isForEach(step) ? StepHandle.LONGEST + 1 : 0;
        boolean inParts =
                step.compensation().flatMap(CompensationDefinition::inParts).isPresent();
        int part = inParts
                ? OperationKey.partOf(step.name(), OperationKey.MOST_PARTS).length()
                : 0;
        return room + Math.max(part, longestUndo(step));
    }

    private static int longestUndo(StepDefinition<?> step) {
        return step.compensation().stream()
                .flatMap(undo -> undo.operations().stream())
                .mapToInt(undo -> undo.name().length())
                .max()
                .orElse(OperationKey.compensationOf(step.name()).length());
    }

    private StepDefinition<I> step(String name) {
        StepDefinition<I> step = byName.get(name);
        if (step == null) {
            throw new IllegalStateException("step " + name + " was checked to exist");
        }
        return step;
    }

    private static <I> Map<String, Set<String>> predecessors(List<StepDefinition<I>> steps) {
        Map<String, Set<String>> result = new LinkedHashMap<>();
        for (StepDefinition<I> step : new ArrayList<>(steps)) {
            result.put(step.name(), step.after());
        }
        return result;
    }
}
