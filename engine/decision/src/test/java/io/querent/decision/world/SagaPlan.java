package io.querent.decision.world;

import io.querent.saga.CompensationBuilder;
import io.querent.saga.Done;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import io.querent.saga.StepBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Plans of steps, made into a definition. The functions in it are never called: a {@link ScriptedWorld} plays their part. */
public final class SagaPlan {
    private static final String REASON = "a test's money";

    private final List<StepPlan> steps = new ArrayList<>();

    /** Adds a step after the latest one; the first begins the saga. */
    public SagaPlan then(String name, UnaryOperator<StepPlan> plan) {
        StepPlan step = new StepPlan(name);
        if (!steps.isEmpty()) {
            step.after(steps.get(steps.size() - 1).name);
        }
        return add(plan.apply(step));
    }

    /** Adds a step. */
    public SagaPlan add(StepPlan step) {
        steps.add(step);
        return this;
    }

    /** @throws io.querent.saga.SagaDefinitionException when the plan could lose money */
    public SagaDefinition<String> build() {
        SagaBuilder<String> saga = Saga.define("case", String.class).businessKey(input -> input);
        steps.forEach(plan -> saga.step(plan.name, String.class, step -> describe(plan, step)));
        return saga.build();
    }

    private static OperationBuilder<String, String, String> describe(StepPlan plan, StepBuilder<String, String> step) {
        step.after(plan.after.toArray(String[]::new)).downstream(plan.downstream);
        if (plan.besideOthers) {
            step.atStart();
        }
        if (plan.pivot) {
            step.pivot();
        }
        OperationBuilder<String, String, String> operation = act(plan, step)
                .retry(budget -> plan.retry)
                .queryBudget(budget -> plan.queries)
                .timeLimit(plan.downstream.timeLimit());
        if (plan.retriable) {
            operation.retriable(REASON);
        }
        if (plan.stays) {
            operation.needsNoUndo(REASON);
        }
        UndoPlan undo = plan.undo;
        if (undo != null) {
            operation.compensate(Done.class, builder -> describe(undo, builder));
        }
        return operation;
    }

    private static OperationBuilder<String, String, String> act(StepPlan plan, StepBuilder<String, String> step) {
        OperationBuilder<String, String, String> operation = step.request(String.class, SagaView::input);
        if (plan.local) {
            return operation.inTransaction((call, request) -> Outcome.succeeded(request));
        }
        operation.call((call, request) -> Outcome.succeeded(request));
        return plan.queryable
                ? operation.query((call, request) -> QueryResult.notFound()).matchesByKeyAlone(REASON)
                : operation.cannotBeQueried(REASON);
    }

    private static CompensationBuilder.Described<String, ?, Done> describe(
            UndoPlan plan, CompensationBuilder<String, String, Done> undo) {
        if (plan.after != null) {
            undo.after(plan.after.toArray(String[]::new));
        }
        undo.downstream(plan.downstream);
        CompensationBuilder.Described<String, String, Done> operation = undo.request(
                        String.class, (saga, original) -> original)
                .call((call, request) -> Outcome.done())
                .retry(budget -> plan.retry)
                .queryBudget(budget -> plan.queries);
        return plan.queryable
                ? operation.query((call, request) -> QueryResult.notFound()).matchesByKeyAlone(REASON)
                : operation.cannotBeQueried(REASON);
    }
}
