package io.querent.examples.settlement.command;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaEvent.OperationEvent;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** How often payouts were sent, and what each time came after. The number of all is always the sum of these. Not thread-safe. */
final class Attempts {
    private final Map<After, Integer> counts = new EnumMap<>(After.class);

    /** What an attempt came after. */
    enum After {
        /** Nothing: it was the first. */
        NOTHING,
        /** It was certain that the one before had done nothing. */
        NOT_EXECUTED,
        /** It was proved that the bank did not have the one before. */
        ABSENCE,
        /** Neither, for instance a decision. */
        OTHERWISE
    }

    /** Takes the events of one settlement, in their order. */
    final class OfSettlement {
        private final Map<String, After> next = new HashMap<>();

        void take(OperationEvent event) {
            if (event instanceof SagaEvent.AttemptStarted) {
                counts.merge(next.getOrDefault(event.operation(), After.NOTHING), 1, Integer::sum);
                next.put(event.operation(), After.OTHERWISE);
            } else if (next.containsKey(event.operation())) {
                if (event instanceof SagaEvent.AttemptNotExecuted) {
                    next.put(event.operation(), After.NOT_EXECUTED);
                } else if (event instanceof SagaEvent.AbsenceEstablished) {
                    next.put(event.operation(), After.ABSENCE);
                }
            }
        }
    }

    int all() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    int after(After what) {
        return counts.getOrDefault(what, 0);
    }
}
