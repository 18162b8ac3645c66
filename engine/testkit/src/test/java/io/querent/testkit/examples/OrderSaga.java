package io.querent.testkit.examples;

import io.querent.saga.AfterReversal;
import io.querent.saga.Approval;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.ItemsHandle;
import io.querent.saga.Message;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepBuilder;
import io.querent.saga.StepHandle;
import io.querent.testkit.bank.Booking;
import io.querent.testkit.bank.FakeBank;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The order of the page on kinds of steps: every kind, once. */
final class OrderSaga {
    record Order(String number, String merchant, String country, BigDecimal amount, List<Parcel> parcels) {}

    record Parcel(String number) {}

    record Pay(BigDecimal amount) {}

    record Back(String reference) {}

    record Pickup(String parcel, String country) {}

    record Label(String parcel) {}

    record Cancel(String parcel) {}

    record Delivery(String where) {}

    record Bill(String number, BigDecimal amount) {}

    static final StepHandle<Approval> APPROVED = StepHandle.of("approved", Approval.class);
    static final StepHandle<Booking> PAYMENT = StepHandle.of("payment", Booking.class);
    static final StepHandle<Booking> WIRE = StepHandle.of("wire", Booking.class);
    static final ItemsHandle<Label> PARCELS = ItemsHandle.of("parcels", Label.class);
    static final StepHandle<Delivery> DELIVERED = StepHandle.of("delivered", Delivery.class);
    static final StepHandle<String> SENT = StepHandle.of("sent", String.class);
    static final StepHandle<String> INVOICE = StepHandle.of("invoice", String.class);

    static final Downstream CARRIER = Downstream.named("carrier")
            .honoursOperationKey(Duration.ofDays(7))
            .visibleWithin(Duration.ofMinutes(1))
            .build();

    /** A saga of its own. */
    static final SagaDefinition<Bill> INVOICING = Saga.define("invoicing", Bill.class)
            .businessKey(Bill::number)
            .await(
                    SENT,
                    wait -> wait.otherwise(bill -> "invoice of " + bill.input().amount())
                            .within(Duration.ofMinutes(1)))
            .build();

    private final Provider bank;
    private final Carrier carrier;

    OrderSaga(FakeBank bank, FakeBank carrier) {
        this.bank = new Provider(bank);
        this.carrier = new Carrier(carrier);
    }

    SagaDefinition<Order> definition() {
        return Saga.define("order", Order.class)
                .businessKey(Order::number)
                .deadline(Duration.ofDays(60))
                .attribute("merchant", Order::merchant)
                .delay("cooling-off", delay -> delay.lasting(Duration.ofDays(14)))
                .approval(
                        APPROVED,
                        wait -> wait.after("cooling-off")
                                .escalate(Duration.ofHours(4), "head of treasury")
                                .within(Duration.ofDays(2)))
                .choice(
                        "route",
                        choice -> choice.after(APPROVED)
                                .branch(
                                        "domestic",
                                        saga -> saga.input().country().equals("CZ"))
                                .otherwise("foreign"))
                .step(PAYMENT, step -> bank.pays(step.when("route", "domestic")))
                .step(
                        WIRE,
                        step -> bank.pays(step.when("route", "foreign")
                                .onlyIf(
                                        "the order is not free",
                                        saga -> saga.input().amount().signum() > 0)))
                .forEach(
                        PARCELS,
                        each -> each.after(PAYMENT, WIRE)
                                .items(Parcel.class, saga -> saga.input().parcels(), Parcel::number)
                                .atMost(200)
                                .parallel(4)
                                .collect()
                                .downstream(CARRIER)
                                .request(
                                        Pickup.class,
                                        (saga, parcel) -> new Pickup(
                                                parcel.number(), saga.input().country()))
                                .each(pickup -> pickup.call(carrier::pickUp)
                                        .query(carrier::find)
                                        .matches((request, found) ->
                                                found.parcel().equals(request.parcel()))
                                        .compensate(
                                                Done.class,
                                                undo -> undo.request(
                                                                Cancel.class,
                                                                (saga, label) -> new Cancel(label.parcel()))
                                                        .call(carrier::cancel)
                                                        .query(carrier::findCancelled)
                                                        .matchesByKeyAlone(
                                                                "the carrier knows one cancellation for a label"))))
                .await(
                        DELIVERED,
                        wait -> wait.after(PARCELS)
                                .otherwise(saga -> new Delivery("not confirmed"))
                                .within(Duration.ofDays(30)))
                .child(
                        INVOICE,
                        INVOICING,
                        saga -> new Bill(saga.input().number(), saga.input().amount()),
                        child -> child.after(DELIVERED).result(bill -> bill.result(SENT)))
                .publish(
                        "tell-shop",
                        message -> message.after(INVOICE)
                                .message(saga -> new Message<>(
                                        "orders",
                                        saga.input().number(),
                                        saga.results(PARCELS).succeeded().keySet()))
                                .needsNoUndo("the shop looks the order up"))
                .build();
    }

    /** Who takes and returns money. */
    record Provider(FakeBank bank) {
        OperationBuilder<Order, Pay, Booking> pays(StepBuilder<Order, Booking> step) {
            Provider provider = this;
            return step.downstream(Downstream.named("bank")
                            .honoursOperationKey(Duration.ofHours(24))
                            .visibleWithin(Duration.ofMinutes(10))
                            .build())
                    .request(Pay.class, saga -> new Pay(saga.input().amount()))
                    .call((call, pay) -> bank.send(call))
                    .query((call, pay) -> bank.ask(call))
                    .matchesByKeyAlone("the bank of this test is ours")
                    .compensate(
                            Done.class,
                            undo -> undo.request(Back.class, (saga, payment) -> new Back(payment.reference()))
                                    .call(provider::cancel)
                                    .query(provider::findBack)
                                    .matchesByKeyAlone("the provider knows one return for a payment"))
                    .orCompensate(
                            "refund",
                            Set.of("captured"),
                            Done.class,
                            undo -> undo.request(Back.class, (saga, payment) -> new Back(payment.reference()))
                                    .call(provider::refund)
                                    .query(provider::findBack)
                                    .matchesByKeyAlone("the provider knows one return for a payment"))
                    .afterReversal(AfterReversal.TURN_BACK);
        }

        Outcome<Done> cancel(Call call, Back back) throws Exception {
            return done(bank.send(call));
        }

        Outcome<Done> refund(Call call, Back back) throws Exception {
            return done(bank.send(call));
        }

        QueryResult<Done> findBack(Call call, Back back) throws Exception {
            return found(bank.ask(call));
        }
    }

    /** Who fetches parcels. */
    record Carrier(FakeBank books) {
        Outcome<Label> pickUp(Call call, Pickup pickup) throws Exception {
            Outcome<Booking> outcome = books.send(call);
            if (outcome instanceof Outcome.Rejected<Booking> refused) {
                return Outcome.rejected(refused.code(), refused.message());
            }
            return outcome instanceof Outcome.Succeeded
                    ? Outcome.succeeded(new Label(pickup.parcel()))
                    : Outcome.unknown("no answer");
        }

        QueryResult<Label> find(Call call, Pickup pickup) throws Exception {
            return books.ask(call) instanceof QueryResult.Found
                    ? QueryResult.found(new Label(pickup.parcel()))
                    : QueryResult.notFound();
        }

        Outcome<Done> cancel(Call call, Cancel cancel) throws Exception {
            return done(books.send(call));
        }

        QueryResult<Done> findCancelled(Call call, Cancel cancel) throws Exception {
            return found(books.ask(call));
        }
    }

    private static Outcome<Done> done(Outcome<Booking> outcome) {
        if (outcome instanceof Outcome.Rejected<Booking> refused) {
            return Outcome.rejected(refused.code(), refused.message());
        }
        return outcome instanceof Outcome.Succeeded ? Outcome.done() : Outcome.unknown("no answer");
    }

    private static QueryResult<Done> found(QueryResult<Booking> answer) {
        return answer instanceof QueryResult.Found ? QueryResult.found(Done.DONE) : QueryResult.notFound();
    }
}
