package io.querent.testkit.explorer;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What all runs of an exploration share. Immutable. */
final class Setting {
    /** When every run begins: a Friday, 17:00. */
    static final Instant BEGINNING = Instant.parse("2026-11-27T17:00:00Z");

    private final SagaDefinition<?> definition;
    private final Core core;
    private final Bounds bounds;
    private final Surroundings surroundings;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, Operation> byName = new HashMap<>();

    Setting(SagaDefinition<?> definition, Core core, Bounds bounds, Surroundings surroundings) {
        this.definition = definition;
        this.core = core;
        this.bounds = bounds;
        this.surroundings = surroundings;
        for (StepDefinition<?> step : definition.steps()) {
            step.action().ifPresent(action -> add(new Operation(operations.size(), action, step, false)));
            step.compensation().ifPresent(undo -> add(new Operation(operations.size(), undo.operation(), step, true)));
        }
    }

    private void add(Operation operation) {
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

    /** The operation of which {@code operation} is the action or compensation; itself where it is the action. */
    Operation action(Operation operation) {
        return operation(operation.step().name());
    }

    /** Whether the step has a compensation. */
    boolean hasUndo(StepDefinition<?> step) {
        return step.compensation().isPresent();
    }

    /** The step's compensation, where it has one. */
    Operation undo(StepDefinition<?> step) {
        return operation(OperationKey.compensationOf(step.name()));
    }
}
