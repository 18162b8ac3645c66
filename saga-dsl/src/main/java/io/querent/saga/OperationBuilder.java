package io.querent.saga;

import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Describes how a step acts, asks, tries again and makes good. Not thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <Q> type of the step's request
 * @param <R> type of the step's result
 */
public final class OperationBuilder<I, Q, R> {
    private final StepSketch<I> step;
    private final Class<R> resultType;
    private final OperationSketch<I, Q, R> operation;

    OperationBuilder(
            StepSketch<I> step,
            Class<R> resultType,
            Class<Q> type,
            OperationDefinition.NamedRequestFactory<I, Q> factory) {
        this.step = step;
        this.resultType = resultType;
        this.operation = new OperationSketch<>(step.saga, step.name, resultType, RetryBudget.ACTION);
        operation.request(type, factory);
    }

    /** Calls the downstream. The outcome may stay unknown, so {@link #query} or {@link #cannotBeQueried} has to follow. */
    public OperationBuilder<I, Q, R> call(Action<Q, R> action) {
        operation.perform(OperationKind.CALL, action);
        return this;
    }

    /**
     * Writes to the engine's own database: the business writes and the step's events commit together or not at all. Whatever
     * the action throws rolls both back; {@link Outcome.Rejected} rolls the business writes back and records the refusal.
     */
    public OperationBuilder<I, Q, R> inTransaction(Action<Q, R> action) {
        operation.perform(OperationKind.LOCAL_TRANSACTION, action);
        return this;
    }

    /** How to find out what became of the call. */
    public OperationBuilder<I, Q, R> query(Query<Q, R> query) {
        operation.query(query);
        return this;
    }

    /** Whether what the query found is what was asked for; compare amount, currency and counterparty. */
    public OperationBuilder<I, Q, R> matches(Matches<Q, R> check) {
        operation.matches(check);
        return this;
    }

    /** The key alone identifies what the query finds. Say why that is safe here. */
    public OperationBuilder<I, Q, R> matchesByKeyAlone(String reason) {
        operation.requireReason("matchesByKeyAlone", reason);
        operation.matches((request, found) -> true);
        return this;
    }

    /**
     * There is no way to ask. An unknown outcome is then sent again under the same key where the downstream honours keys, once
     * the visibility window has passed and while the key is protected; otherwise it goes to review.
     */
    public OperationBuilder<I, Q, R> cannotBeQueried(String reason) {
        operation.cannotBeQueried(reason);
        return this;
    }

    /**
     * The amount of the effect that a request asks for: what people see, what counts as at risk while the outcome is unknown, and of which
     * {@link CompensationBuilder.Described#partial parts} can be made good for.
     *
     * @param amount pure: derived from the request alone
     */
    public OperationBuilder<I, Q, R> amount(Function<Q, Amount> amount) {
        operation.amount(amount);
        return this;
    }

    /** Changes the budget of attempts, {@link RetryBudget#ACTION} at first. */
    public OperationBuilder<I, Q, R> retry(UnaryOperator<RetryBudget> change) {
        operation.retry(change);
        return this;
    }

    /** Changes the budget of questions, {@link RetryBudget#QUERY} at first. */
    public OperationBuilder<I, Q, R> queryBudget(UnaryOperator<RetryBudget> change) {
        operation.queries(change);
        return this;
    }

    /** When the engine stops waiting for one attempt; the downstream's limit otherwise. */
    public OperationBuilder<I, Q, R> timeLimit(Duration limit) {
        operation.timeLimit(limit);
        return this;
    }

    /** The downstream never refuses this step: trying again ends in success. Needed for steps after the pivot. Say why. */
    public OperationBuilder<I, Q, R> retriable(String reason) {
        operation.requireReason("retriable", reason);
        step.retriable = true;
        return this;
    }

    /** The effect may stay when the saga is compensated. Say why. */
    public OperationBuilder<I, Q, R> needsNoUndo(String reason) {
        operation.requireReason("needsNoUndo", reason);
        step.needsNoUndo = true;
        return this;
    }

    /** What follows when the provider takes the effect back after it was final: a return, a chargeback. A review, at first. */
    public OperationBuilder<I, Q, R> afterReversal(AfterReversal what) {
        step.afterReversal = what;
        return this;
    }

    /**
     * How to make good for this step: a new operation, linked to it, under a key derived from its own.
     *
     * @param resultType class of the compensation's result; {@link Done} where there is nothing to say
     * @param describe describes it
     */
    public <C> OperationBuilder<I, Q, R> compensate(
            Class<C> resultType,
            Function<CompensationBuilder<I, R, C>, CompensationBuilder.Described<I, R, ?, ?>> describe) {
        step.compensation = describe.apply(
                        new CompensationBuilder<>(origin(), OperationKey.compensationOf(step.name), resultType))
                .first();
        return this;
    }

    /**
     * What to do instead when the provider definitely refused the compensation described before, because of the state that the effect
     * is in: to refund what can no longer be voided. It is an operation of its own, under a key of its own.
     *
     * @param name 1 to 48 ASCII letters, digits, {@code _} and {@code -}; part of the key
     * @param codes codes of the refusals that lead to it; at least one
     * @param resultType class of its result
     * @param describe describes it; it takes the place of the one before, whose order is kept
     */
    public <C> OperationBuilder<I, Q, R> orCompensate(
            String name,
            Set<String> codes,
            Class<C> resultType,
            Function<CompensationBuilder<I, R, C>, CompensationBuilder.Described<I, R, ?, ?>> describe) {
        CompensationDefinition<I> before = step.compensation;
        if (before == null || codes.isEmpty()) {
            throw SagaDefinitionException.alternativeOfNothing(step.saga, step.name, name);
        }
        CompensationBuilder<I, R, C> undo =
                new CompensationBuilder<>(origin(), OperationKey.compensationOf(step.name, name), resultType);
        step.compensation = describe.apply(undo).after(before, codes);
        return this;
    }

    private CompensationBuilder.Origin<R> origin() {
        return new CompensationBuilder.Origin<>(step.saga, step.name, this.resultType, step.downstream);
    }

    StepDefinition<I> define() {
        operation.downstream(step.downstream);
        return step.define(operation.define());
    }
}
