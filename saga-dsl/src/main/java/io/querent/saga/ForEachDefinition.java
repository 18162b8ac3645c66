package io.querent.saga;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One operation for each item of a list, a bounded number at a time. Each has its own key, history and compensation. Immutable.
 *
 * @param <I> type of the saga's input
 */
public final class ForEachDefinition<I> implements StepBody<I> {
    /** Most items of one step. */
    public static final int MOST_ITEMS = 5_000;

    /** Most items at a time. */
    public static final int MOST_PARALLEL = 1_000;

    private final ItemSource<I, ?> source;
    private final Limits limits;
    private final StepDefinition<I> template;

    /** Steps of items that were asked for lately: a saga with many items is asked for each of them at every decision. */
    private final Map<String, StepDefinition<I>> items = new ConcurrentHashMap<>();

    /**
     * Bounds and policy.
     *
     * @param atMost most items
     * @param parallel items that are under way at a time
     * @param collect whether refused items are collected; otherwise the first one makes the saga turn back
     */
    public record Limits(int atMost, int parallel, boolean collect) {}

    /** @param template the step that each item runs, under the for-each step's own name */
    ForEachDefinition(ItemSource<I, ?> source, Limits limits, StepDefinition<I> template) {
        this.source = source;
        this.limits = limits;
        this.template = template;
    }

    /** Where items come from. */
    public ItemSource<I, ?> source() {
        return source;
    }

    /** Bounds and policy. */
    public Limits limits() {
        return limits;
    }

    /** What is done for each item, before it is known for which. */
    public StepDefinition<I> template() {
        return template;
    }

    /** The step that is run for the item with that key. */
    public StepDefinition<I> item(String key) {
        StepDefinition<I> known = items.get(key);
        if (known != null) {
            return known;
        }
        StepDefinition<I> item = template.named(OperationKey.itemOf(template.name(), key));
        if (items.size() >= 2 * MOST_ITEMS) {
            items.clear();
        }
        items.put(key, item);
        return item;
    }

    /**
     * Where the items of a step come from.
     *
     * @param type class of an item
     * @param items lists them, once
     * @param key the item's own key within its list; stable, as the operation key holds it
     * @param <I> type of the saga's input
     * @param <T> type of an item
     */
    public record ItemSource<I, T>(Class<T> type, ItemList<I, T> items, ItemKey<T> key) {}

    /**
     * Lists items.
     *
     * @param <I> type of the saga's input
     * @param <T> type of an item
     */
    @FunctionalInterface
    public interface ItemList<I, T> {
        /** The items, in the order in which they are begun. */
        List<T> list(SagaView<I> saga);
    }

    /**
     * Names an item.
     *
     * @param <T> type of an item
     */
    @FunctionalInterface
    public interface ItemKey<T> {
        /** 1 to 48 ASCII letters, digits, {@code _} and {@code -}, derived from the item alone; not {@code undo}. */
        String of(T item);
    }
}
