package io.querent.decision.world;

import io.querent.saga.SagaView;
import java.util.List;
import java.util.function.Function;

/**
 * The items of a for-each step; each is its own key.
 *
 * @param list lists them
 * @param parallel how many are under way at a time
 * @param collect whether refusals are collected
 */
public record ItemsPlan(Function<SagaView<String>, List<String>> list, int parallel, boolean collect) {
    /** Those items, all at a time; the first refusal makes the saga turn back. */
    public static ItemsPlan of(String... items) {
        List<String> all = List.of(items);
        return new ItemsPlan(saga -> all, 16, false);
    }

    /** So many at a time. */
    public ItemsPlan parallel(int items) {
        return new ItemsPlan(list, items, collect);
    }

    /** Refusals are collected. */
    public ItemsPlan collecting() {
        return new ItemsPlan(list, parallel, true);
    }
}
