package io.querent.saga;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which steps must be settled before a step's compensation may be sent: those that followed it, unless its compensation
 * declares an order of its own (R7: business dependency, not mere reversal).
 */
final class UndoOrder {
    private UndoOrder() {}

    static <I> Map<String, Set<String>> of(List<StepDefinition<I>> steps) {
        Map<String, Set<String>> order = new LinkedHashMap<>();
        for (StepDefinition<I> step : steps) {
            order.put(
                    step.name(),
                    step.compensation()
                            .flatMap(CompensationDefinition::after)
                            .orElseGet(() -> followers(step.name(), steps)));
        }
        return order;
    }

    private static <I> Set<String> followers(String name, List<StepDefinition<I>> steps) {
        Set<String> followers = new LinkedHashSet<>();
        for (StepDefinition<I> other : steps) {
            if (other.after().contains(name)) {
                followers.add(other.name());
            }
        }
        return Collections.unmodifiableSet(followers);
    }
}
