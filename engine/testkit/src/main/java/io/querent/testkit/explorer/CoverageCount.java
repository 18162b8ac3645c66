package io.querent.testkit.explorer;

import io.querent.decision.OperationState;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.OperationKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Takes note of what becomes of each step while a saga is explored. Not thread-safe. */
final class CoverageCount {
    private final Setting setting;
    private final Map<String, Set<String>> explored = new HashMap<>();

    CoverageCount(Setting setting) {
        this.setting = setting;
    }

    void note(SagaState before, List<SagaEvent> events) {
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.OperationEvent on && !on.operation().equals(SagaState.WHOLE)) {
                OperationState known = before.operation(on.operation());
                note(on.operation(), Happening.of(on, known));
            } else {
                note(Coverage.SAGA, Happening.ofSaga(event));
            }
        }
    }

    private void note(String operation, String happening) {
        if (!happening.isEmpty()) {
            explored.computeIfAbsent(operation, unused -> new HashSet<>()).add(happening);
        }
    }

    Coverage coverage(Exploration.Extent extent) {
        TreeMap<String, Set<String>> merged = new TreeMap<>();
        explored.forEach((operation, happened) -> merged.computeIfAbsent(label(operation), unused -> new HashSet<>())
                .addAll(happened));
        List<Coverage.Gap> missing = new ArrayList<>();
        for (Coverage.Gap possible : Possibilities.of(setting)) {
            if (!merged.getOrDefault(possible.step(), Set.of()).contains(possible.outcome())) {
                missing.add(
                        extent == Exploration.Extent.EXHAUSTED
                                ? possible
                                : new Coverage.Gap(
                                        possible.step(),
                                        possible.outcome(),
                                        Words.lower(extent) + "(...), where it stopped early, and then "
                                                + possible.remedy()));
            }
        }
        return new Coverage(merged, missing);
    }

    /** Items are alike: what became of one of them counts for all. */
    static String label(String operation) {
        return OperationKey.itemKeyOf(operation)
                .map(key -> {
                    String item = OperationKey.stepOf(operation) + '.' + key;
                    return OperationKey.stepOf(operation) + "[item]" + operation.substring(item.length());
                })
                .orElse(operation);
    }
}
