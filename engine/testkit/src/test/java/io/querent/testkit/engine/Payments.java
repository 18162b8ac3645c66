package io.querent.testkit.engine;

import io.querent.saga.Downstream;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.Booking;
import io.querent.testkit.bank.FakeBank;
import java.math.BigDecimal;
import java.time.Duration;

/** {@code reserve -> transfer -> post}: a call that can be undone, one that cannot, and a local transaction. */
final class Payments {
    record Order(String number, BigDecimal amount) {
        static Order of(String number) {
            return new Order(number, new BigDecimal("100.00"));
        }
    }

    record Payment(String account, BigDecimal amount) {}

    static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .timeLimit(Duration.ofSeconds(30))
            .build();

    private Payments() {}

    static SagaDefinition<Order> of(FakeBank bank) {
        return Saga.define("payment", Order.class)
                .businessKey(Order::number)
                .step(
                        "reserve",
                        Booking.class,
                        step -> step.downstream(BANK)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("R", saga.input().amount()))
                                .call((call, payment) -> bank.send(call))
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the test's bank is ours")
                                .compensate(
                                        Booking.class,
                                        undo -> undo.request(
                                                        Payment.class,
                                                        (saga, booking) -> new Payment(
                                                                booking.reference(),
                                                                saga.input().amount()))
                                                .call((call, payment) -> bank.send(call))
                                                .query((call, payment) -> bank.ask(call))
                                                .matchesByKeyAlone("the test's bank is ours")))
                .step(
                        "transfer",
                        Booking.class,
                        step -> step.after("reserve")
                                .downstream(BANK)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("T", saga.input().amount()))
                                .call((call, payment) -> bank.send(call))
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the test's bank is ours")
                                .needsNoUndo("what follows never fails"))
                .build();
    }
}
