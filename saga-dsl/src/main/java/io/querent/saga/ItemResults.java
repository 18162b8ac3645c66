package io.querent.saga;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What came of the items of a for-each step, by item key, in the order of the list.
 *
 * @param succeeded results
 * @param refused refusals
 * @param <R> type of an item's result
 */
public record ItemResults<R>(Map<String, R> succeeded, Map<String, Refusal> refused) {
    public ItemResults {
        succeeded = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(succeeded));
        refused = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(refused));
    }

    /** Why an item was refused. */
    public record Refusal(String code, String message) {}
}
