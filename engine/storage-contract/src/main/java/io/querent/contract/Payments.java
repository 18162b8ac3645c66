package io.querent.contract;

import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.time.Duration;

/** A small saga whose events these tests store. Its steps are never called. */
public final class Payments {
    public static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(2))
            .visibleWithin(Duration.ofMinutes(1))
            .build();

    public static final SagaDefinition<Order> DEFINITION = Saga.define("payment", Order.class)
            .version(1)
            .businessKey(Order::number)
            .step(
                    "reserve",
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
                    "transfer",
                    String.class,
                    step -> step.after("reserve")
                            .downstream(BANK)
                            .request(String.class, saga -> saga.input().number())
                            .call((call, request) -> Outcome.succeeded(request))
                            .query((call, request) -> QueryResult.notFound())
                            .matches((request, found) -> true)
                            .needsNoUndo("nothing follows it"))
            .build();

    private Payments() {}

    /** What the saga starts with. */
    public record Order(String number) {}
}
