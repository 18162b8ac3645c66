package io.querent.postgres.cases;

import static io.querent.postgres.cases.Payments.downstream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.decision.history.OperationHistory;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.saga.Approval;
import io.querent.saga.Done;
import io.querent.saga.ItemResults;
import io.querent.saga.ItemsHandle;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Steps of every kind, on a real engine and a real database. */
class StepKindsTest extends EngineCase {
    private static final StepHandle<Booking> CHARGE = StepHandle.of("charge", Booking.class);
    private static final StepHandle<Booking> LAST = StepHandle.of("last", Booking.class);
    private static final StepHandle<String> PAID = StepHandle.of("paid", String.class);
    private static final StepHandle<Approval> APPROVED = StepHandle.of("approved", Approval.class);
    private static final ItemsHandle<Booking> PAYOUTS = ItemsHandle.of("payouts", Booking.class);

    private final ScriptedBank bank = new ScriptedBank();

    private static SagaBuilder<Order> saga(String name) {
        return Saga.define(name, Order.class).businessKey(Order::number);
    }

    private <I> OperationBuilder<I, Payment, Booking> calling(OperationBuilder<I, Payment, Booking> operation) {
        return operation
                .call(bank::send)
                .query((call, payment) -> bank.ask(call))
                .matchesByKeyAlone("the case's bank is ours")
                .retry(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100)))
                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100)))
                .compensate(
                        Done.class,
                        undo -> undo.request(Payment.class, (view, booking) -> new Payment("back", booking.amount()))
                                .call((call, payment) -> bank.send(call, payment) instanceof Outcome.Succeeded
                                        ? Outcome.done()
                                        : Outcome.unknown("not applied"))
                                .query((call, payment) -> bank.ask(call) instanceof QueryResult.Found
                                        ? QueryResult.found(Done.DONE)
                                        : QueryResult.notFound())
                                .matchesByKeyAlone("the case's bank is ours"));
    }

    private SagaBuilder<Order> pays(SagaBuilder<Order> saga, StepHandle<Booking> step, String... after) {
        return saga.step(
                step,
                one -> calling(one.after(after)
                        .downstream(downstream("bank").build())
                        .request(
                                Payment.class,
                                view -> new Payment("A", view.input().amount()))));
    }

    @Test
    void aChoiceIsMadeOnceAndTheOtherBranchIsSkipped() throws Exception {
        SagaDefinition<Order> definition = saga("route")
                .choice(
                        "route",
                        choice -> choice.branch(
                                        "small", view -> view.input().amount().compareTo(BigDecimal.TEN) < 0)
                                .otherwise("large"))
                .step(
                        CHARGE,
                        step -> calling(step.when("route", "small")
                                .downstream(downstream("bank").build())
                                .request(
                                        Payment.class,
                                        view -> new Payment("S", view.input().amount()))))
                .step(
                        StepHandle.of("wire", Booking.class),
                        step -> calling(step.when("route", "large")
                                .downstream(downstream("bank").build())
                                .request(
                                        Payment.class,
                                        view -> new Payment("L", view.input().amount()))))
                .delay("rest", delay -> delay.after("charge", "wire").lasting(Duration.ofMillis(300)))
                .step(
                        LAST,
                        step -> calling(step.after("rest")
                                .onlyIf(
                                        "the charge was made",
                                        view -> view.resultIfAny(CHARGE).isPresent())
                                .downstream(downstream("bank").build())
                                .request(
                                        Payment.class,
                                        view -> new Payment("X", view.input().amount()))))
                .build();
        Node node = open("a", definition);

        SagaHandle large = node.engine.start(definition, Order.of("large", "20.00"));
        SagaHandle small = node.engine.start(definition, Order.of("small", "5.00"));

        assertThat(end(large).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(statusOf(large, "charge")).contains(OperationStatus.SKIPPED);
        assertThat(statusOf(large, "wire")).contains(OperationStatus.SUCCEEDED);
        assertThat(statusOf(large, "last")).contains(OperationStatus.SKIPPED);
        assertThat(end(small).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(statusOf(small, "wire")).contains(OperationStatus.SKIPPED);
        assertThat(bank.effects("default:route:small:last")).isEqualTo(1);
        assertThat(bank.sends("default:route:large:charge")).isZero();
    }

    @Test
    void aSignalThatComesEarlyAndAnApprovalLetTheSagaGoOn() throws Exception {
        SagaDefinition<Order> definition = pays(
                        saga("wait")
                                .approval(
                                        APPROVED,
                                        wait -> wait.escalate(Duration.ofMillis(200), "head of treasury")
                                                .within(Duration.ofMinutes(5)))
                                .await(PAID, wait -> wait.after(APPROVED).within(Duration.ofMinutes(5))),
                        CHARGE,
                        "paid")
                .build();
        Node node = open("a", definition);
        SagaHandle handle = node.engine.start(definition, Order.of("w1", "5.00"));
        assertThat(node.engine
                        .signal(handle.key(), PAID, "s-1", "shop", "thanks")
                        .state())
                .isEqualTo(Receipt.State.APPLIED);
        await().until(() -> database()
                        .count(
                                "SELECT count(*) FROM querent.review WHERE closed_at IS NULL AND detail LIKE '%head of treasury%'")
                == 1);

        Receipt approved = node.engine.decide(
                handle.key(),
                new OperatorDecision.Approve("approved"),
                new Authority("ann", "looks good", handle.history().revision(), "r-1"));

        assertThat(approved.state()).isEqualTo(Receipt.State.APPLIED);
        SagaResult result = end(handle);
        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(result.result(APPROVED))
                .hasValueSatisfying(approval -> assertThat(approval.operator()).isEqualTo("ann"));
        assertThat(result.result(PAID)).contains("thanks");
        assertThat(node.engine
                        .signal(handle.key(), PAID, "s-2", "shop", "again")
                        .state())
                .isEqualTo(Receipt.State.REFUSED);
    }

    @Test
    void aWaitThatTimesOutTurnsTheSagaBack() throws Exception {
        SagaDefinition<Order> definition = pays(saga("late"), CHARGE)
                .await(PAID, wait -> wait.after(CHARGE).within(Duration.ofMillis(300)))
                .build();
        Node node = open("a", definition);

        SagaHandle handle = node.engine.start(definition, Order.of("l1", "5.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects("default:late:l1:charge.undo")).isEqualTo(1);
    }

    private SagaDefinition<Order> payouts(boolean collect, AtomicReference<ItemResults<Booking>> seen) {
        return saga(collect ? "collecting" : "strict")
                .forEach(PAYOUTS, each -> {
                    var items = each.items(Integer.class, view -> List.of(1, 2, 3, 4, 5, 6, 7), item -> "p" + item)
                            .parallel(2)
                            .downstream(downstream("bank").build());
                    if (collect) {
                        items.collect();
                    }
                    return items.request(Payment.class, (view, item) -> new Payment("P" + item, new BigDecimal(item)))
                            .each(this::calling);
                })
                .step(
                        LAST,
                        step -> calling(step.after(PAYOUTS)
                                .downstream(downstream("bank").build())
                                .request(Payment.class, view -> {
                                    seen.set(view.results(PAYOUTS));
                                    return new Payment("X", view.input().amount());
                                })))
                .build();
    }

    @Test
    void itemsHaveKeysOfTheirOwnAndRefusalsAreCollected() throws Exception {
        AtomicReference<ItemResults<Booking>> seen = new AtomicReference<>();
        SagaDefinition<Order> definition = payouts(true, seen);
        Node node = open("a", definition);
        bank.next((b, call, payment) -> Outcome.rejected("AC04", "account closed"));

        SagaHandle handle = node.engine.start(definition, Order.of("c", "5.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(seen.get().succeeded()).hasSize(6);
        assertThat(seen.get().refused()).hasSize(1);
        for (String key : seen.get().succeeded().keySet()) {
            assertThat(bank.effects("default:collecting:c:payouts." + key)).isEqualTo(1);
            assertThat(bank.effects("default:collecting:c:payouts." + key + ".undo"))
                    .isZero();
        }
    }

    @Test
    void aRefusedItemMakesTheOthersBeUndone() throws Exception {
        SagaDefinition<Order> definition = payouts(false, new AtomicReference<>());
        Node node = open("a", definition);
        for (int i = 0; i < 4; i++) {
            bank.next(ScriptedBank::apply);
        }
        bank.next((b, call, payment) -> Outcome.rejected("AC04", "account closed"));

        SagaHandle handle = node.engine.start(definition, Order.of("s", "5.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPENSATED);
        for (int i = 1; i <= 7; i++) {
            String key = "default:strict:s:payouts.p" + i;
            assertThat(bank.effects(key + ".undo")).as(key).isEqualTo(bank.effects(key));
        }
        assertThat(bank.effects("default:strict:s:last")).isZero();
    }

    @Test
    void aChildRunsUnderItsOwnKeyAndIsCompensatedWithItsParent() throws Exception {
        SagaDefinition<Order> child = pays(saga("child"), CHARGE).build();
        StepHandle<Booking> run = StepHandle.of("run", Booking.class);
        SagaDefinition<Order> parent = pays(
                        saga("parent")
                                .child(
                                        run,
                                        child,
                                        view -> Order.of("of-" + view.input().number(), "7.00"),
                                        step -> step.result(view -> view.result(CHARGE))),
                        LAST,
                        "run")
                .build();
        Node node = open("a", child, parent);

        SagaHandle good = node.engine.start(parent, Order.of("good", "5.00"));
        assertThat(end(good).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(end(good).result(run))
                .hasValueSatisfying(booking -> assertThat(booking.amount()).isEqualByComparingTo("7.00"));

        bank.next(ScriptedBank::apply);
        bank.next((b, call, payment) -> Outcome.rejected("51", "no funds"));
        SagaHandle bad = node.engine.start(parent, Order.of("bad", "5.00"));
        assertThat(end(bad).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects("default:child:of-bad:charge")).isEqualTo(1);
        assertThat(bank.effects("default:child:of-bad:charge.undo")).isEqualTo(1);
        assertThat(node.engine
                        .find(child.keyOf(Order.of("of-bad", "7.00")))
                        .orElseThrow()
                        .status())
                .isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test // C41
    void cancellingDoesNotWaitForTheNextTryAndUndoesOnce() throws Exception {
        SagaDefinition<Order> definition = pays(saga("cancel"), CHARGE)
                .step(
                        LAST,
                        step -> calling(step.after(CHARGE)
                                        .downstream(downstream("bank").build())
                                        .request(
                                                Payment.class,
                                                view -> new Payment(
                                                        "X", view.input().amount())))
                                .retry(budget -> budget.backoff(Duration.ofMinutes(10), Duration.ofMinutes(10))))
                .build();
        Node node = open("a", definition);
        bank.next(ScriptedBank::apply);
        bank.next((b, call, payment) -> Outcome.notExecuted("429", "slow down", Duration.ofMinutes(10)));
        SagaHandle handle = node.engine.start(definition, Order.of("c41", "5.00"));
        await().until(() -> statusOf(handle, "last").equals(Optional.of(OperationStatus.BACKING_OFF)));

        Receipt first = node.engine.cancel(handle.key(), "ann", "customer left", "r-1");
        node.close();
        Node other = open("b", definition);
        Receipt again = other.engine.cancel(handle.key(), "ann", "customer left", "r-2");

        assertThat(first.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(again.state()).isIn(Receipt.State.APPLIED, Receipt.State.NOTHING_NEW);
        await().until(() -> handleOf(other, handle).status() == SagaStatus.COMPENSATED);
        assertThat(bank.effects("default:cancel:c41:charge.undo")).isEqualTo(1);
        assertThat(bank.sends("default:cancel:c41:last")).isEqualTo(1);
    }

    @Test
    void aPausedSagaSendsNothingUntilItIsResumed() throws Exception {
        SagaDefinition<Order> definition = pays(
                        saga("pause").await(PAID, wait -> wait.within(Duration.ofHours(1))), CHARGE, "paid")
                .deadline(Duration.ofHours(2))
                .build();
        Node node = open("a", definition);
        SagaHandle handle = node.engine.start(definition, Order.of("p", "5.00"));
        await().until(() -> statusOf(handle, "paid").equals(Optional.of(OperationStatus.AWAITING)));
        Receipt paused = node.engine.decide(
                handle.key(),
                new OperatorDecision.Pause(),
                new Authority("ann", "bank trouble", Authority.UNSEEN, "r-1"));
        assertThat(paused.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(node.engine.signal(handle.key(), PAID, "s", "shop", "thanks").state())
                .isEqualTo(Receipt.State.APPLIED);
        assertThat(handle.status()).isEqualTo(SagaStatus.PAUSED);
        await().until(() ->
                database().count("SELECT count(*) FROM querent.saga WHERE status = 5 AND owner IS NULL") == 1);
        assertThat(bank.sends("default:pause:p:charge")).isZero();

        node.engine.decide(
                handle.key(), new OperatorDecision.Resume(), new Authority("ann", "over", Authority.UNSEEN, "r-2"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:pause:p:charge")).isEqualTo(1);
    }

    @Test
    void theDeadlineOfASagaTurnsItBack() throws Exception {
        SagaDefinition<Order> definition = pays(saga("overdue"), CHARGE)
                .await(PAID, wait -> wait.after(CHARGE).within(Duration.ofHours(1)))
                .deadline(Duration.ofMillis(400))
                .build();
        Node node = open("a", definition);

        SagaHandle handle = node.engine.start(definition, Order.of("o", "5.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects("default:overdue:o:charge.undo")).isEqualTo(1);
    }

    private static SagaHandle handleOf(Node node, SagaHandle handle) {
        return node.engine.find(handle.key()).orElseThrow();
    }

    private static Optional<OperationStatus> statusOf(SagaHandle handle, String operation) {
        return handle.history().operations().stream()
                .filter(one -> one.name().equals(operation))
                .map(OperationHistory::status)
                .findFirst();
    }
}
