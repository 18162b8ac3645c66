package io.querent.saga;

import java.util.Collections;
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
        succeeded = Collections.unmodifiableMap(new LinkedHashMap<>(succeeded));
        refused = Collections.unmodifiableMap(new LinkedHashMap<>(refused));
    }

    /** Why an item was refused. */
    public record Refusal(String code, String message) {}
}
