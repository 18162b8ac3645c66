package io.querent.examples.settlement.command;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaEvent.OperationEvent;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.saga.OperationKey;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
    private int pending;
    private final Attempts attempts = new Attempts();
    private final Unknowns unknowns = new Unknowns();

    /** Counts one settlement's events, once. */
    void add(List<SagaEvent> events) {
        Set<String> seen = new HashSet<>();
        Attempts.OfSettlement sent = attempts.new OfSettlement();
        Unknowns.OfSettlement unknown = unknowns.new OfSettlement();
        for (SagaEvent event : events) {
            if (isOfPayout(event)) {
                unknown.take(event);
            }
            if (event instanceof OperationEvent one && one.operation().startsWith(PAYOUT)) {
                if (OperationKey.itemKeyOf(one.operation()).isPresent() && isUndo(one.operation())) {
                    reversed += one instanceof SagaEvent.OperationSucceeded ? 1 : 0;
                } else {
                    payouts += seen.add(one.operation()) ? 1 : 0;
                    sent.take(one);
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

    Attempts attempts() {
        return attempts;
    }

    int pending() {
        return pending;
    }

    /** Times at which nobody could say what had become of a payout, and how they ended. */
    Unknowns unknowns() {
        return unknowns;
    }

    private static boolean isOfPayout(SagaEvent event) {
        String operation = event instanceof SagaEvent.DecisionTaken taken
                ? Objects.requireNonNullElse(taken.operation(), "")
                : event instanceof OperationEvent one ? one.operation() : "";
        return operation.startsWith(PAYOUT) && !isUndo(operation);
    }

    private void count(OperationEvent event) {
        if (event instanceof SagaEvent.OperationSucceeded) {
            paid++;
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            refusals.merge(rejected.code(), 1, Integer::sum);
        } else if (event instanceof SagaEvent.OperationPending) {
            pending++;
        }
    }

    private static boolean isUndo(String operation) {
        return operation.endsWith(".undo") || operation.contains(".undo-");
    }
}
