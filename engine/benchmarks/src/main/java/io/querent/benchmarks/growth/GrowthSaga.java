package io.querent.benchmarks.growth;

import io.querent.saga.Downstream;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepBuilder;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A chain of as many steps as the job has. */
final class GrowthSaga {
    private GrowthSaga() {}

    static SagaDefinition<Parcel> of(Job job) {
        Slip slip = new Slip("delivered-and-signed-for", Content.of(job.resultCharacters()));
        // Caps so wide that the engine is measured and not its politeness.
        Downstream carrier = Downstream.named("carrier")
                .honoursOperationKey(Duration.ofHours(24))
                .visibleWithin(Duration.ofSeconds(1))
                .concurrency(10_000)
                .build();
        SagaBuilder<Parcel> saga =
                Saga.define("growth-" + job.steps(), Parcel.class).businessKey(Parcel::number);
        for (int number = 1; number <= job.steps(); number++) {
            int step = number;
            saga.step(handle(step), builder -> step(builder, step, carrier, job.callTime(), slip));
        }
        return saga.build();
    }

    private static StepHandle<Slip> handle(int number) {
        return StepHandle.of("step-" + number, Slip.class);
    }

    private static OperationBuilder<Parcel, ?, Slip> step(
            StepBuilder<Parcel, Slip> step, int number, Downstream carrier, Duration callTime, Slip slip) {
        StepBuilder<Parcel, Slip> placed = step.downstream(carrier);
        return (number == 1 ? placed : placed.after(handle(number - 1)))
                .request(Delivery.class, saga -> Delivery.of(saga.input(), number))
                .call((call, delivery) -> {
                    await(callTime);
                    return Outcome.succeeded(slip);
                })
                .query((call, delivery) -> QueryResult.notFound())
                .matchesByKeyAlone("the carrier is part of the benchmark")
                .needsNoUndo("nothing fails here");
    }

    /** A call that takes its time parks its thread, as a blocking HTTP client would. */
    private static void await(Duration callTime) {
        long end = System.nanoTime() + callTime.toNanos();
        for (long left = callTime.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
