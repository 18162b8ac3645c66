package io.querent.examples.settlement.command;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Settlements that are over and paid nobody, with the reason of each. Not thread-safe. */
final class Undone {
    private final Map<String, String> reasons = new TreeMap<>();

    /** Takes one that is over otherwise than by being done. */
    void add(SagaKey settlement, SagaStatus status, List<SagaEvent> events) {
        if (status.isFinal() && status != SagaStatus.COMPLETED) {
            reasons.put(settlement.toString(), status + ": " + reason(events));
        }
    }

    /** A line for each of these that was not done. */
    List<String> lines(Set<SagaKey> asked) {
        Set<String> names = Set.copyOf(asked.stream().map(SagaKey::toString).toList());
        return reasons.entrySet().stream()
                .filter(one -> names.contains(one.getKey()))
                .map(one -> one.getKey() + " " + one.getValue())
                .toList();
    }

    /** What was refused last, or why it was taken back. */
    private static String reason(List<SagaEvent> events) {
        String reason = "no reason is stored";
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.OperationRejected refused) {
                reason = refused.operation() + " " + refused.code() + ", " + refused.message();
            } else if (event instanceof SagaEvent.CompensationStarted back) {
                reason = back.reason();
            }
        }
        return reason;
    }
}
