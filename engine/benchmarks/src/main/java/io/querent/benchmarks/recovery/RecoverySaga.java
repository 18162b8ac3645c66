package io.querent.benchmarks.recovery;

import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.time.Duration;

/** One payment at a bank that bears so many questions and calls a second. */
final class RecoverySaga {
    static final String STEP = "charge";

    private RecoverySaga() {}

    /** What a saga is started with, and what it sends. */
    record Payment(String number) {}

    /** What the bank answers. */
    record Receipt(String number) {}

    /** What the bank is told of each question and call. */
    @FunctionalInterface
    interface Traffic {
        void passed();
    }

    static SagaDefinition<Payment> of(int ratePerSecond, Traffic traffic) {
        Downstream bank = Downstream.named("bank")
                .honoursOperationKey(Duration.ofHours(24))
                .visibleWithin(Duration.ofSeconds(1))
                .timeLimit(Duration.ofSeconds(5))
                .concurrency(64)
                .ratePerSecond(ratePerSecond)
                .build();
        return Saga.define("recovery", Payment.class)
                .businessKey(Payment::number)
                .step(
                        STEP,
                        Receipt.class,
                        step -> step.downstream(bank)
                                .request(Payment.class, saga -> saga.input())
                                .call((call, payment) -> {
                                    traffic.passed();
                                    return Outcome.succeeded(new Receipt(payment.number()));
                                })
                                .query((call, payment) -> {
                                    traffic.passed();
                                    return QueryResult.found(new Receipt(payment.number()));
                                })
                                .matches((payment, receipt) -> payment.number().equals(receipt.number()))
                                .needsNoUndo("the benchmark ends with it"))
                .build();
    }
}
