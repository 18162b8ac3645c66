package io.querent.examples.settlement.command;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaEvent.OperationEvent;
import io.querent.decision.Via;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.saga.OperationKey;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What happened to payouts, counted from the events. Not thread-safe. */
final class Figures {
    private static final String PAYOUT = SettlementSaga.PAY.name() + ".";

    private final SortedMap<String, Integer> refusals = new TreeMap<>();
    private int payouts;
    private int paid;
    private int reversed;
    private int attempts;
    private int notExecuted;
    private int pending;
    private int unknown;
    private int found;
    private int absent;
    private int decided;

    /** Counts one settlement's events. */
    void add(List<SagaEvent> events) {
        Set<String> seen = new HashSet<>();
        for (SagaEvent event : events) {
            if (event instanceof OperationEvent one && one.operation().startsWith(PAYOUT)) {
                if (OperationKey.itemKeyOf(one.operation()).isPresent() && isUndo(one.operation())) {
                    reversed += one instanceof SagaEvent.OperationSucceeded ? 1 : 0;
                } else {
                    payouts += seen.add(one.operation()) ? 1 : 0;
                    count(one);
                }
            }
        }
    }

    int payouts() {
        return payouts;
    }

    int paid() {
        return paid;
    }

    /** By code. */
    SortedMap<String, Integer> refusals() {
        return Collections.unmodifiableSortedMap(refusals);
    }

    int refused() {
        return refusals.values().stream().mapToInt(Integer::intValue).sum();
    }

    int reversed() {
        return reversed;
    }

    int attempts() {
        return attempts;
    }

    /** It was certain that nothing had happened. */
    int notExecuted() {
        return notExecuted;
    }

    int pending() {
        return pending;
    }

    int unknown() {
        return unknown;
    }

    /** What the bank told when it was asked. */
    int found() {
        return found;
    }

    /** Proved not to be there, and sent again. */
    int absent() {
        return absent;
    }

    /** Decided by a person, or by a statement in a person's name. */
    int decided() {
        return decided;
    }

    private void count(OperationEvent event) {
        if (event instanceof SagaEvent.AttemptStarted) {
            attempts++;
        } else if (event instanceof SagaEvent.OperationSucceeded succeeded) {
            paid++;
            via(succeeded.via());
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            refusals.merge(rejected.code(), 1, Integer::sum);
            via(rejected.via());
        } else if (event instanceof SagaEvent.AttemptNotExecuted) {
            notExecuted++;
        } else if (event instanceof SagaEvent.OperationPending) {
            pending++;
        } else if (event instanceof SagaEvent.OutcomeUnknown) {
            unknown++;
        } else if (event instanceof SagaEvent.AbsenceEstablished) {
            absent++;
        }
    }

    private void via(Via via) {
        found += via == Via.QUERY ? 1 : 0;
        decided += via == Via.OPERATOR ? 1 : 0;
    }

    private static boolean isUndo(String operation) {
        return operation.endsWith(".undo") || operation.contains(".undo-");
    }
}
