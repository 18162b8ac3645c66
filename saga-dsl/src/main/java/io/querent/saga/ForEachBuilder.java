package io.querent.saga;

import java.util.function.UnaryOperator;

/**
 * Begins the description of a for-each step: its place in the saga and where its items come from. {@link #items} leads on. Not
 * thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <R> type of one item's result
 */
public final class ForEachBuilder<I, R> extends PlaceBuilder<I, ForEachBuilder<I, R>> {
    private final ItemsHandle<R> handle;

    ForEachBuilder(String saga, ItemsHandle<R> handle) {
        super(new StepSketch<>(saga, handle.name(), handle.resultType()));
        this.handle = handle;
    }

    @Override
    ForEachBuilder<I, R> self() {
        return this;
    }

    /**
     * The items. They are listed once, when the step starts, and stored; duplicate or malformed keys, and more items than allowed, are
     * reviewed before anything is sent.
     *
     * @param type class that a stored item is read into
     * @param items lists them, from the input and the results of earlier steps
     * @param key the item's own key: part of its operation key, so derived from the item alone, never from its place in the list
     */
    public <T> Items<T> items(Class<T> type, ForEachDefinition.ItemList<I, T> items, ForEachDefinition.ItemKey<T> key) {
        return new Items<>(new ForEachDefinition.ItemSource<>(type, items, key));
    }

    /**
     * A for-each step whose items are known. Not thread-safe.
     *
     * @param <T> type of an item
     */
    public final class Items<T> {
        private final ForEachDefinition.ItemSource<I, T> source;
        private int atMost = 1_000;
        private int parallel = 16;
        private boolean collect;

        private Items(ForEachDefinition.ItemSource<I, T> source) {
            this.source = source;
        }

        /** Most items, 1 to {@value ForEachDefinition#MOST_ITEMS}; 1,000 at first. */
        public Items<T> atMost(int items) {
            this.atMost = Limits.count(sketch, "atMost", items, ForEachDefinition.MOST_ITEMS);
            return this;
        }

        /** Items under way at a time, 1 to {@value ForEachDefinition#MOST_PARALLEL}; 16 at first. */
        public Items<T> parallel(int items) {
            this.parallel = Limits.count(sketch, "parallel", items, ForEachDefinition.MOST_PARALLEL);
            return this;
        }

        /**
         * Refused items do not stop the others: the step succeeds when all are over, and {@link SagaView#results} tells which were refused.
         * Otherwise the first refusal makes the saga turn back, and the items that succeeded are made good for.
         */
        public Items<T> collect() {
            this.collect = true;
            return this;
        }

        /** Where each item's action goes. */
        public Items<T> downstream(Downstream profile) {
            sketch.downstream = profile;
            return this;
        }

        /** How an item's request comes to be: once, then frozen. The builder that follows describes the operation of one item. */
        public <Q> ItemOperation<Q> request(Class<Q> type, ItemRequest<I, T, Q> factory) {
            Class<T> itemType = source.type();
            return new ItemOperation<>(new OperationBuilder<>(
                    sketch,
                    handle.resultType(),
                    type,
                    (saga, name) -> factory.build(saga, saga.itemOf(name, itemType))));
        }

        /**
         * The operation of one item. Not thread-safe.
         *
         * @param <Q> type of an item's request
         */
        public final class ItemOperation<Q> {
            private final OperationBuilder<I, Q, R> operation;

            private ItemOperation(OperationBuilder<I, Q, R> operation) {
                this.operation = operation;
            }

            /** Describes it as any other step's: call, query, compensation, budgets. */
            public Described<I> each(UnaryOperator<OperationBuilder<I, Q, R>> describe) {
                StepDefinition<I> template = describe.apply(operation).define();
                ForEachDefinition.Limits limits = new ForEachDefinition.Limits(atMost, parallel, collect);
                return new Described<>(sketch.define(new ForEachDefinition<>(source, limits, template)));
            }
        }
    }

    /**
     * Builds an item's request.
     *
     * @param <I> type of the saga's input
     * @param <T> type of an item
     * @param <Q> type of the request
     */
    @FunctionalInterface
    public interface ItemRequest<I, T, Q> {
        /** The request, from the saga and the item. */
        Q build(SagaView<I> saga, T item);
    }
}
