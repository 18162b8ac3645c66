package io.querent.testkit.explorer;

import io.querent.saga.Amount;
import io.querent.saga.CompensationDefinition;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What all runs of an exploration share. Immutable. */
final class Setting {
    /** When every run begins: a Friday, 17:00. */
    static final Instant BEGINNING = Instant.parse("2026-11-27T17:00:00Z");

    private static final int MOST_PARTS = 2;

    private final SagaDefinition<?> definition;
    private final Core core;
    private final Bounds bounds;
    private final Surroundings surroundings;
    private final Map<String, StepDefinition<?>> steps = new LinkedHashMap<>();
    private final Map<String, List<StepDefinition<?>>> items = new LinkedHashMap<>();
    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, Operation> byName = new HashMap<>();

    Setting(SagaDefinition<?> definition, Core core, Bounds bounds, Surroundings surroundings) {
        this.definition = definition;
        this.core = core;
        this.bounds = bounds;
        this.surroundings = surroundings;
        for (StepDefinition<?> step : definition.steps()) {
            steps.put(step.name(), step);
            if (step.body() instanceof ForEachDefinition<?> forEach) {
                items.put(step.name(), itemsOf(forEach));
            } else {
                addOperations(step);
            }
        }
    }

    private List<StepDefinition<?>> itemsOf(ForEachDefinition<?> forEach) {
        List<StepDefinition<?>> listed = new ArrayList<>();
        int most = Math.min(bounds.items(), forEach.limits().atMost());
        for (int number = 1; number <= most; number++) {
            StepDefinition<?> item = forEach.item(Integer.toString(number));
            listed.add(item);
            steps.put(item.name(), item);
            addOperations(item);
        }
        return listed;
    }

    private void addOperations(StepDefinition<?> step) {
        step.action().ifPresent(action -> add(action, step, 0));
        step.compensation().ifPresent(undo -> {
            int rank = 1;
            for (OperationDefinition<?, ?, ?> operation : undo.operations()) {
                add(operation, step, rank++);
            }
            addParts(step, undo, rank);
        });
    }

    /** People may have it made good for in parts: two are enough for one beside another, and for one that is too much. */
    private void addParts(StepDefinition<?> step, CompensationDefinition<?> undo, int rank) {
        for (int number = 1; undo.inParts().isPresent() && number <= MOST_PARTS; number++) {
            add(definition.operation(OperationKey.partOf(step.name(), number)).orElseThrow(), step, rank + number);
        }
    }

    private void add(OperationDefinition<?, ?, ?> definition, StepDefinition<?> step, int rank) {
        Operation operation = new Operation(operations.size(), definition, step, rank);
        operations.add(operation);
        byName.put(operation.name(), operation);
    }

    SagaDefinition<?> definition() {
        return definition;
    }

    Core core() {
        return core;
    }

    Bounds bounds() {
        return bounds;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    SagaKey key() {
        return SagaKey.of(definition.name(), "explored");
    }

    List<Operation> operations() {
        return operations;
    }

    Operation operation(int index) {
        return operations.get(index);
    }

    Operation operation(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }

    boolean isOperation(String name) {
        return byName.containsKey(name);
    }

    /** The step of that name, also of an item. */
    StepDefinition<?> step(String name) {
        return Objects.requireNonNull(steps.get(name), name);
    }

    boolean isStep(String name) {
        return steps.containsKey(name);
    }

    /** All steps, each for-each step followed by the items that may be listed for it. */
    Iterable<StepDefinition<?>> steps() {
        return steps.values();
    }

    /** For-each steps with the items that may be listed for them. */
    Map<String, List<StepDefinition<?>>> items() {
        return items;
    }

    /** The items that may be listed for the step. */
    List<StepDefinition<?>> items(String forEach) {
        return items.getOrDefault(forEach, List.of());
    }

    static boolean isItem(StepDefinition<?> step) {
        return step.name().indexOf('.') >= 0;
    }

    /** The operation of which {@code operation} is the action or compensation; itself where it is the action. */
    Operation action(Operation operation) {
        return operation(operation.step().name());
    }

    /** The step's compensations, in the order in which they follow one another; none where it has none. */
    List<Operation> undos(StepDefinition<?> step) {
        List<Operation> undos = new ArrayList<>();
        if (!(step.body() instanceof ForEachDefinition)) {
            step.compensation().ifPresent(undo -> undo.operations().forEach(one -> undos.add(operation(one.name()))));
        }
        return undos;
    }

    /** The operations that may make good for a part of the step; none where it is made good for as a whole alone. */
    List<Operation> parts(StepDefinition<?> step) {
        return operations.stream()
                .filter(operation -> operation.step() == step && operation.isPart())
                .toList();
    }

    /** What the definition states that an effect of the step is worth. */
    @SuppressWarnings("unchecked")
    static <Q> Optional<Amount> worth(OperationDefinition<?, Q, ?> action) {
        return action.statesAmount() ? action.amountOf((Q) "an amount that depends on no request") : Optional.empty();
    }

    /** The name of the step that an operation belongs to, without its item. */
    static String group(String operation) {
        return OperationKey.stepOf(operation);
    }
}
