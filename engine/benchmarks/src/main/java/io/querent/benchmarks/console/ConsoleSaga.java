package io.querent.benchmarks.console;

import io.querent.saga.Amount;
import io.querent.saga.Downstream;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepBuilder;
import java.time.Duration;
import java.util.List;

/** What the console shows: definitions that differ in their names alone. */
final class ConsoleSaga {
    static final List<String> NAMES = List.of("payment", "payout", "refund", "settlement");
    static final String MERCHANT = "merchant";
    static final String RESERVE = "reserve";
    static final String TRANSFER = "transfer";
    static final String CONFIRM = "confirm";
    static final int MOST_ATTEMPTS = 1_000;

    /** Long enough for a thousand attempts. */
    private static final Duration A_YEAR = Duration.ofDays(365);

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(A_YEAR)
            .visibleWithin(A_SECOND)
            .build();

    private ConsoleSaga() {}

    static SagaDefinition<Transfer> of(String name) {
        return Saga.define(name, Transfer.class)
                .businessKey(Transfer::number)
                .attribute(MERCHANT, Transfer::merchant)
                .step(
                        RESERVE,
                        Booking.class,
                        step -> asked(step)
                                .compensate(
                                        Booking.class,
                                        undo -> undo.request(Booking.class, (saga, booking) -> booking)
                                                .call((call, booking) -> Outcome.succeeded(booking))
                                                .query((call, booking) -> QueryResult.found(booking))
                                                .matchesByKeyAlone("the bank is part of the benchmark")))
                .step(
                        TRANSFER,
                        Booking.class,
                        step -> asked(step.after(RESERVE)).needsNoUndo("nothing is moved here"))
                .step(
                        CONFIRM,
                        Booking.class,
                        step -> asked(step.after(TRANSFER)).needsNoUndo("nothing is moved here"))
                .build();
    }

    private static OperationBuilder<Transfer, Transfer, Booking> asked(StepBuilder<Transfer, Booking> step) {
        return step.downstream(BANK)
                .request(Transfer.class, saga -> saga.input())
                .amount(transfer -> new Amount(transfer.amount(), transfer.currency()))
                .retry(budget -> budget.attempts(MOST_ATTEMPTS).within(A_YEAR).backoff(A_SECOND, A_SECOND))
                .queryBudget(budget -> budget.attempts(MOST_ATTEMPTS).within(A_YEAR))
                .call((call, transfer) -> Outcome.succeeded(new Booking(transfer.number())))
                .query((call, transfer) -> QueryResult.found(new Booking(transfer.number())))
                .matchesByKeyAlone("the bank is part of the benchmark");
    }
}
