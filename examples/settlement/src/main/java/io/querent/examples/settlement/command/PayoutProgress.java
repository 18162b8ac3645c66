package io.querent.examples.settlement.command;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaEvent.OperationEvent;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.run.PaymentWatch.Standings;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Counts the payouts of some settlements as the event log tells of them, for progress that says more than how many merchants are done. Not
 * thread-safe.
 */
final class PayoutProgress implements Consumer<LoggedEvent> {
    private static final String PAYOUT = SettlementSaga.PAY.name() + ".";

    private final Console.Progress progress;
    private final Set<SagaKey> settlements;
    private final Set<String> begun = new HashSet<>();
    private final Set<String> over = new HashSet<>();
    private final Set<String> reviewed = new HashSet<>();

    /** @param settlements whose payouts count; the log has those of all dates */
    PayoutProgress(Console.Progress progress, Set<SagaKey> settlements) {
        this.progress = progress;
        this.settlements = Set.copyOf(settlements);
    }

    @Override
    public void accept(LoggedEvent logged) {
        if (settlements.contains(logged.saga())
                && logged.event() instanceof OperationEvent event
                && event.operation().startsWith(PAYOUT)) {
            OperationKey key = logged.saga().operation(event.operation());
            if (!key.isCompensation()) {
                take(event, key.value());
            }
        }
    }

    /** Shows what is known by now. */
    void show() {
        progress.accept(new Standings(begun.size() - over.size() - reviewed.size(), over.size(), reviewed.size()));
    }

    private void take(SagaEvent event, String key) {
        if (event instanceof SagaEvent.AttemptStarted) {
            begun.add(key);
        } else if (event instanceof SagaEvent.OperationSucceeded || event instanceof SagaEvent.OperationRejected) {
            begun.add(key);
            over.add(key);
            reviewed.remove(key);
        } else if (event instanceof SagaEvent.ReviewOpened && !over.contains(key)) {
            reviewed.add(key);
        }
    }
}
