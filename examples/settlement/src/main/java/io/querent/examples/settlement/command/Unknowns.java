package io.querent.examples.settlement.command;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaEvent.OperationEvent;
import io.querent.decision.Via;
import io.querent.runtime.reconciliation.Reconciliation;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often nobody could say what had become of a payout, and how each time ended. A time begins when the outcome of an attempt is
 * unknown, and ends once; an attempt that is unknown again before that is of the same time. Thus {@code times} is always the sum of all
 * ends and of what is open. Not thread-safe.
 */
final class Unknowns {
    private final Map<End, Integer> ends = new EnumMap<>(End.class);
    private int times;
    private int open;

    /** How such a time ended. */
    enum End {
        /** The bank had it when it was asked: done, refused or accepted. */
        FOUND,
        /** It was proved that the bank did not have it. */
        ABSENT,
        /** A statement had it, and the decision was taken for that. */
        BY_STATEMENT,
        /** A person decided. */
        BY_PERSON,
        /** The bank told it unasked, or answered what was sent again. */
        TOLD
    }

    /** Takes the events of one settlement, in their order. */
    final class OfSettlement {
        private final Set<String> unknown = new HashSet<>();
        /** Ids of decisions, of which nothing but the decision itself is read yet. */
        private final Map<String, String> decisions = new HashMap<>();

        void take(SagaEvent event) {
            if (event instanceof SagaEvent.DecisionTaken taken && taken.operation() != null) {
                decisions.put(taken.operation(), taken.requestId());
            } else if (event instanceof OperationEvent one) {
                String decision = decisions.remove(one.operation());
                if (begins(one)) {
                    if (unknown.add(one.operation())) {
                        times++;
                        open++;
                    }
                } else if (unknown.contains(one.operation())) {
                    end(one, decision == null ? "" : decision);
                }
            }
        }

        private void end(OperationEvent event, String decision) {
            End end = ending(event, decision);
            if (end != null) {
                unknown.remove(event.operation());
                open--;
                ends.merge(end, 1, Integer::sum);
            }
        }
    }

    /** How many times there were. */
    int times() {
        return times;
    }

    /** How many of them ended so. */
    int ended(End end) {
        return ends.getOrDefault(end, 0);
    }

    /** How many have not ended. */
    int open() {
        return open;
    }

    private static boolean begins(OperationEvent event) {
        return event instanceof SagaEvent.OutcomeUnknown || event instanceof SagaEvent.PriorSendSuspected;
    }

    /** Null for what ends no such time: another attempt, a question without an answer, a review. */
    private static @Nullable End ending(OperationEvent event, String decision) {
        if (event instanceof SagaEvent.AbsenceEstablished) {
            return End.ABSENT;
        } else if (event instanceof SagaEvent.OperationGivenUp) {
            // The engine gives up what it has proved to be absent, people what they say never ran.
            return decision.isEmpty() ? End.ABSENT : byDecision(decision);
        }
        Via via = via(event);
        return via == null
                ? null
                : switch (via) {
                    case QUERY -> End.FOUND;
                    case OPERATOR -> byDecision(decision);
                    case ANSWER, CALLBACK, ENGINE -> End.TOLD;
                };
    }

    private static End byDecision(String decision) {
        return Reconciliation.isOwn(decision) ? End.BY_STATEMENT : End.BY_PERSON;
    }

    private static @Nullable Via via(OperationEvent event) {
        if (event instanceof SagaEvent.OperationSucceeded succeeded) {
            return succeeded.via();
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            return rejected.via();
        } else if (event instanceof SagaEvent.OperationRefusedWithEffect refused) {
            return refused.via();
        }
        return event instanceof SagaEvent.OperationPending pending ? pending.via() : null;
    }
}
