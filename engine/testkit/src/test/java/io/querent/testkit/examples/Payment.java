package io.querent.testkit.examples;

import io.querent.saga.Downstream;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.Booking;
import io.querent.testkit.bank.FakeBank;
import java.math.BigDecimal;
import java.time.Duration;

/** The payment of the page on testing: one transfer at a bank. */
final class Payment {
    record Order(String number, BigDecimal amount) {}

    record Transfer(String account, BigDecimal amount) {}

    private Payment() {}

    static SagaDefinition<Order> definedOn(FakeBank bank) {
        return Saga.define("payment", Order.class)
                .businessKey(Order::number)
                .step(
                        "transfer",
                        Booking.class,
                        step -> step.downstream(Downstream.named("bank")
                                        .honoursOperationKey(Duration.ofHours(24))
                                        .visibleWithin(Duration.ofMinutes(10))
                                        .timeLimit(Duration.ofSeconds(30))
                                        .build())
                                .request(
                                        Transfer.class,
                                        saga -> new Transfer("A", saga.input().amount()))
                                .call((call, transfer) -> bank.send(call))
                                .query((call, transfer) -> bank.ask(call))
                                .matchesByKeyAlone("the bank of this test is ours")
                                .needsNoUndo("it is the only step"))
                .build();
    }
}
