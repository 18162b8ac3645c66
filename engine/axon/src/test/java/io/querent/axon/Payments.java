package io.querent.axon;

import io.querent.runtime.work.Definitions;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.List;

/** A saga of two steps, which these tests drive by commands. Its functions are never called. */
final class Payments {
    static final String RESERVE = "reserve";
    static final String TRANSFER = "transfer";

    static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(2))
            .visibleWithin(Duration.ofMinutes(1))
            .build();

    static final SagaDefinition<Order> DEFINITION = Saga.define("payment", Order.class)
            .version(1)
            .businessKey(Order::number)
            .step(
                    RESERVE,
                    String.class,
                    step -> step.downstream(BANK)
                            .request(String.class, saga -> saga.input().number())
                            .call((call, request) -> Outcome.succeeded(request))
                            .query((call, request) -> QueryResult.notFound())
                            .matches((request, found) -> true)
                            .compensate(
                                    Done.class,
                                    undo -> undo.request(String.class, (saga, reserved) -> reserved)
                                            .call((call, request) -> Outcome.done())
                                            .query((call, request) -> QueryResult.notFound())
                                            .matches((request, found) -> true)))
            .step(
                    TRANSFER,
                    String.class,
                    step -> step.after(RESERVE)
                            .downstream(BANK)
                            .request(String.class, saga -> saga.input().number())
                            .call((call, request) -> Outcome.succeeded(request))
                            .query((call, request) -> QueryResult.notFound())
                            .matches((request, found) -> true)
                            .needsNoUndo("nothing follows it"))
            .build();

    static final Definitions DEFINITIONS = new Definitions(List.of(DEFINITION));

    private Payments() {}

    /** What the saga starts with. */
    record Order(String number) {}

    static SagaKey key(String number) {
        return SagaKey.of("payment", number);
    }
}
