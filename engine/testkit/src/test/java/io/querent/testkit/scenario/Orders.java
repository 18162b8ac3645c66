package io.querent.testkit.scenario;

import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.ItemsHandle;
import io.querent.saga.Message;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** An order with most kinds of steps, whose functions really use the input. */
final class Orders {
    static final BigDecimal MUCH = new BigDecimal("1000");
    static final StepHandle<Charge> CHARGE = StepHandle.of("charge", Charge.class);
    static final StepHandle<String> SCAN = StepHandle.of("scan", String.class);
    static final ItemsHandle<String> SHIP = ItemsHandle.of("ship", String.class);

    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .timeLimit(Duration.ofSeconds(30))
            .build();

    private Orders() {}

    record Order(String number, BigDecimal amount, List<String> goods, boolean express) {
        static Order of(String amount, String... goods) {
            return new Order("A:1", new BigDecimal(amount), List.of(goods), false);
        }
    }

    record Payment(String account, BigDecimal amount) {}

    record Charge(String reference, BigDecimal amount) {}

    static SagaDefinition<Order> defined() {
        return Saga.define("order", Order.class)
                .businessKey(Order::number)
                .step(
                        CHARGE,
                        step -> step.downstream(BANK)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call((call, payment) -> Outcome.succeeded(new Charge("real", payment.amount())))
                                .query((call, payment) -> QueryResult.notFound())
                                .matches((payment, charge) -> charge.amount().compareTo(payment.amount()) == 0)
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(Charge.class, (saga, charge) -> charge)
                                                .call((call, charge) -> Outcome.done())
                                                .query((call, charge) -> QueryResult.notFound())
                                                .matchesByKeyAlone("the key is ours")))
                .approval(
                        "consent",
                        consent -> consent.after(CHARGE)
                                .onlyIf(
                                        "it is much",
                                        saga -> saga.input().amount().compareTo(MUCH) > 0)
                                .within(Duration.ofHours(8)))
                .choice(
                        "way",
                        way -> way.after(CHARGE)
                                .branch("air", saga -> saga.input().express())
                                .otherwise("sea"))
                .step(
                        "fly",
                        String.class,
                        step -> called(step.downstream(BANK).when("way", "air").request(Done.class, saga -> Done.DONE)))
                .forEach(
                        SHIP,
                        ship -> ship.after("consent", "way")
                                .items(String.class, saga -> saga.input().goods(), good -> good)
                                .downstream(BANK)
                                .request(String.class, (saga, good) -> good)
                                .each(step -> called(step)))
                .await(
                        SCAN,
                        scan -> scan.after(SHIP)
                                .otherwise(saga -> "nobody looked")
                                .within(Duration.ofDays(2)))
                .publish(
                        "tell",
                        tell -> tell.after(SCAN)
                                .message(saga -> new Message<>("orders", null, saga.result(SCAN)))
                                .needsNoUndo("nobody acts on it"))
                .build();
    }

    private static <Q> OperationBuilder<Order, Q, String> called(OperationBuilder<Order, Q, String> step) {
        return step.call((call, request) -> Outcome.succeeded("real"))
                .query((call, request) -> QueryResult.notFound())
                .matchesByKeyAlone("the key is ours")
                .compensate(
                        Done.class,
                        undo -> undo.request(String.class, (saga, original) -> original)
                                .call((call, original) -> Outcome.done())
                                .query((call, original) -> QueryResult.notFound())
                                .matchesByKeyAlone("the key is ours"));
    }
}
