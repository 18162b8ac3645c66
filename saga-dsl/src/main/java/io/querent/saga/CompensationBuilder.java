package io.querent.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Describes a compensation. It goes to the step's own downstream unless another is named, and comes after the compensations
 * of all steps that followed, unless {@link #after} says otherwise. Not thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <R> type of the compensated step's result
 * @param <C> type of the compensation's result
 */
public final class CompensationBuilder<I, R, C> {
    private final Origin<R> original;
    private final String name;
    private final Class<C> resultType;
    private @Nullable Downstream downstream;
    private @Nullable Set<String> after;

    /** The step that is made good for. */
    record Origin<R>(
            String saga,
            String step,
            Class<R> resultType,
            @Nullable Downstream downstream) {}

    CompensationBuilder(Origin<R> original, String name, Class<C> resultType) {
        this.original = original;
        this.name = name;
        this.resultType = resultType;
        this.downstream = original.downstream();
    }

    /** Where the compensation goes, when not to the step's own downstream. */
    public CompensationBuilder<I, R, C> downstream(Downstream profile) {
        this.downstream = profile;
        return this;
    }

    /**
     * Steps whose compensation must be settled before this one is sent, instead of those that followed this step. With no
     * step named, it waits for none.
     */
    public CompensationBuilder<I, R, C> after(String... steps) {
        this.after = new LinkedHashSet<>(List.of(steps));
        return this;
    }

    /**
     * How the request comes to be, from the saga and the result of the step it makes good for; built once and frozen.
     *
     * @param type class to read the frozen request into
     */
    public <Q> Described<I, R, Q, C> request(Class<Q> type, CompensationRequest<I, R, Q> factory) {
        OperationSketch<I, Q, C> sketch =
                new OperationSketch<>(original.saga(), name, resultType, RetryBudget.COMPENSATION);
        sketch.downstream(downstream);
        Class<R> result = original.resultType();
        sketch.request(type, (saga, undo) -> factory.build(saga, saga.resultOf(OperationKey.actionOf(undo), result)));
        return new Described<>(sketch, result, after);
    }

    /**
     * Builds a compensation's request.
     *
     * @param <I> type of the saga's input
     * @param <R> type of the compensated step's result
     * @param <Q> type of the request
     */
    @FunctionalInterface
    public interface CompensationRequest<I, R, Q> {
        /** The request, from the saga and the {@code original} step's result. */
        Q build(SagaView<I> saga, R original);
    }

    /**
     * Builds a compensation's request for a part of the effect.
     *
     * @param <I> type of the saga's input
     * @param <R> type of the compensated step's result
     * @param <Q> type of the request
     */
    @FunctionalInterface
    public interface PartialRequest<I, R, Q> {
        /** The request, from the saga, the {@code original} step's result, and the {@code amount} to make good for. */
        Q build(SagaView<I> saga, R original, Amount amount);
    }

    /**
     * A compensation whose request is described. Not thread-safe.
     *
     * @param <I> type of the saga's input
     * @param <R> type of the compensated step's result
     * @param <Q> type of the request
     * @param <C> type of the result
     */
    public static final class Described<I, R, Q, C> {
        private final OperationSketch<I, Q, C> operation;
        private final Class<R> original;
        private final @Nullable Set<String> after;

        private Described(OperationSketch<I, Q, C> operation, Class<R> original, @Nullable Set<String> after) {
            this.operation = operation;
            this.original = original;
            this.after = after;
        }

        /** Calls the downstream; see {@link OperationBuilder#call}. */
        public Described<I, R, Q, C> call(Action<Q, C> action) {
            operation.perform(OperationKind.CALL, action);
            return this;
        }

        /** Writes to the engine's own database; see {@link OperationBuilder#inTransaction}. */
        public Described<I, R, Q, C> inTransaction(Action<Q, C> action) {
            operation.perform(OperationKind.LOCAL_TRANSACTION, action);
            return this;
        }

        /** How to find out what became of the call. */
        public Described<I, R, Q, C> query(Query<Q, C> query) {
            operation.query(query);
            return this;
        }

        /** Whether what the query found is what was asked for. */
        public Described<I, R, Q, C> matches(Matches<Q, C> check) {
            operation.matches(check);
            return this;
        }

        /** The key alone identifies what the query finds. Say why that is safe here. */
        public Described<I, R, Q, C> matchesByKeyAlone(String reason) {
            operation.requireReason("matchesByKeyAlone", reason);
            operation.matches((request, found) -> true);
            return this;
        }

        /** There is no way to ask; see {@link OperationBuilder#cannotBeQueried}. */
        public Described<I, R, Q, C> cannotBeQueried(String reason) {
            operation.cannotBeQueried(reason);
            return this;
        }

        /**
         * How the request for a part of the effect comes to be. People may then have it made good for in parts, each an operation with
         * a key of its own; what is left is what a compensation of the whole still undoes, by this request too. The step has to state its
         * {@link OperationBuilder#amount amount}.
         *
         * @param factory builds the request; once for each part, then frozen
         */
        public Described<I, R, Q, C> partial(PartialRequest<I, R, Q> factory) {
            operation.inParts((saga, undo, amount) ->
                    factory.build(saga, saga.resultOf(OperationKey.actionOf(undo), original), amount));
            return this;
        }

        /** Changes the budget of attempts, {@link RetryBudget#COMPENSATION} at first. */
        public Described<I, R, Q, C> retry(UnaryOperator<RetryBudget> change) {
            operation.retry(change);
            return this;
        }

        /** Changes the budget of questions, {@link RetryBudget#QUERY} at first. */
        public Described<I, R, Q, C> queryBudget(UnaryOperator<RetryBudget> change) {
            operation.queries(change);
            return this;
        }

        /** When the engine stops waiting for one attempt; the downstream's limit otherwise. */
        public Described<I, R, Q, C> timeLimit(Duration limit) {
            operation.timeLimit(limit);
            return this;
        }

        CompensationDefinition<I> first() {
            return new CompensationDefinition<>(operation.define(), List.of(), after);
        }

        CompensationDefinition<I> after(CompensationDefinition<I> before, Set<String> codes) {
            List<CompensationDefinition.Alternative<I>> all = new ArrayList<>(before.alternatives());
            all.add(new CompensationDefinition.Alternative<>(operation.define(), codes));
            return new CompensationDefinition<>(
                    before.operation(), all, before.after().orElse(null));
        }
    }
}
