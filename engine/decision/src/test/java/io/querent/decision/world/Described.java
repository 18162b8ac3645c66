package io.querent.decision.world;

import io.querent.saga.Amount;
import io.querent.saga.CompensationBuilder;
import io.querent.saga.Done;
import io.querent.saga.ForEachBuilder;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaView;
import io.querent.saga.StepBuilder;

/** Tells a definition's builders what a plan says. */
final class Described {
    private static final String REASON = "a test's money";

    private Described() {}

    static OperationBuilder<String, String, String> step(StepPlan plan, StepBuilder<String, String> step) {
        return operation(plan, plan.place(step).downstream(plan.downstream).request(String.class, SagaView::input));
    }

    static io.querent.saga.Described<String> items(
            ItemsPlan items, StepPlan each, ForEachBuilder<String, String> step) {
        ForEachBuilder<String, String>.Items<String> listed = step.items(
                        String.class, saga -> items.list().apply(saga), item -> item)
                .atMost(1_000)
                .parallel(items.parallel());
        if (items.collect()) {
            listed.collect();
        }
        return listed.downstream(each.downstream)
                .request(String.class, (saga, item) -> item)
                .each(operation -> operation(each, operation));
    }

    private static OperationBuilder<String, String, String> operation(
            StepPlan plan, OperationBuilder<String, String, String> builder) {
        OperationBuilder<String, String, String> operation = act(plan, builder)
                .retry(budget -> plan.retry)
                .queryBudget(budget -> plan.queries)
                .timeLimit(plan.downstream.timeLimit())
                .afterReversal(plan.afterReversal);
        if (plan.retriable) {
            operation.retriable(REASON);
        }
        if (plan.stays) {
            operation.needsNoUndo(REASON);
        }
        Amount amount = plan.amount;
        if (amount != null) {
            operation.amount(request -> amount);
        }
        UndoPlan undo = plan.undo;
        if (undo != null) {
            operation.compensate(Done.class, first -> undo(undo, first));
        }
        for (StepPlan.Alternative next : plan.alternatives) {
            operation.orCompensate(next.name(), next.codes(), Done.class, other -> undo(next.plan(), other));
        }
        return operation;
    }

    private static OperationBuilder<String, String, String> act(
            StepPlan plan, OperationBuilder<String, String, String> operation) {
        if (plan.local) {
            return operation.inTransaction((call, request) -> Outcome.succeeded(request));
        }
        operation.call((call, request) -> Outcome.succeeded(request));
        return plan.queryable
                ? operation.query((call, request) -> QueryResult.notFound()).matchesByKeyAlone(REASON)
                : operation.cannotBeQueried(REASON);
    }

    private static CompensationBuilder.Described<String, String, ?, Done> undo(
            UndoPlan plan, CompensationBuilder<String, String, Done> undo) {
        if (plan.after != null) {
            undo.after(plan.after.toArray(String[]::new));
        }
        undo.downstream(plan.downstream);
        CompensationBuilder.Described<String, String, String, Done> operation = undo.request(
                        String.class, (saga, original) -> original)
                .call((call, request) -> Outcome.done())
                .retry(budget -> plan.retry)
                .queryBudget(budget -> plan.queries);
        if (plan.inParts) {
            operation.partial((saga, original, amount) -> amount.toString());
        }
        return plan.queryable
                ? operation.query((call, request) -> QueryResult.notFound()).matchesByKeyAlone(REASON)
                : operation.cannotBeQueried(REASON);
    }
}
