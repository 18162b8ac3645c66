package io.querent.postgres.cases;

import static io.querent.postgres.cases.Payments.downstream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.Versions.Page;
import io.querent.runtime.Versions.Plan;
import io.querent.saga.QuerentException;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Versions of a definition live side by side, and a saga finishes under its own unless a person moves it. */
class VersionsTest extends EngineCase {
    private static final StepHandle<String> PAID = StepHandle.of("paid", String.class);

    private final ScriptedBank bank = new ScriptedBank();

    private SagaBuilder<Order> version(int number) {
        return Saga.define("pay", Order.class).version(number).businessKey(Order::number);
    }

    private SagaBuilder<Order> calls(SagaBuilder<Order> saga, String step, String after) {
        return saga.step(step, Booking.class, one -> {
            if (!after.isEmpty()) {
                one.after(after);
            }
            return one.downstream(downstream("bank").build())
                    .request(
                            Payment.class,
                            view -> new Payment(step, view.input().amount()))
                    .call(bank::send)
                    .query((call, payment) -> bank.ask(call))
                    .matchesByKeyAlone("the case's bank is ours")
                    .needsNoUndo("the case looks at the way forward");
        });
    }

    /** charge, then a wait, then ship. */
    private SagaDefinition<Order> first() {
        return calls(
                        calls(version(1), "charge", "")
                                .await(PAID, wait -> wait.after("charge").within(Duration.ofHours(1))),
                        "ship",
                        "paid")
                .build();
    }

    /** The same, and after the wait something else than in the first version. */
    private SagaDefinition<Order> second() {
        return calls(
                        calls(
                                calls(version(2), "charge", "")
                                        .await(
                                                PAID,
                                                wait -> wait.after("charge").within(Duration.ofHours(1))),
                                "pack",
                                "paid"),
                        "ship",
                        "pack")
                .build();
    }

    private SagaHandle startedUnderTheFirst(Node node, SagaDefinition<Order> definition, String number) {
        SagaHandle handle = node.engine.start(definition, Order.of(number, "5.00"));
        await().until(() -> handle.history().operations().stream()
                .anyMatch(one -> one.name().equals("paid") && one.status() == OperationStatus.AWAITING));
        return handle;
    }

    @Test
    void aSagaFinishesUnderItsVersionAndNodesThatLackItLeaveItAlone() throws Exception {
        SagaDefinition<Order> first = first();
        Node old = open("old", first);
        SagaHandle handle = startedUnderTheFirst(old, first, "v1");
        old.close();

        Node lacks = open("lacks", second());
        lacks.engine.signal(handle.key(), PAID, "s", "shop", "thanks");
        assertThat(lacks.engine.versions().registered())
                .extracting(each -> each.version().version() + ":" + each.live())
                .containsExactly("1:1", "2:0");

        Node both = open("both", first(), second());
        await().until(() -> both.engine.find(handle.key()).orElseThrow().status() == SagaStatus.COMPLETED);
        assertThat(bank.effects("default:pay:v1:pack")).isZero();
        assertThat(bank.effects("default:pay:v1:ship")).isEqualTo(1);
    }

    @Test
    void aVersionIsNotChangedUnderSagasThatAreUnderWay() {
        SagaDefinition<Order> first = first();
        Node old = open("old", first);
        SagaHandle handle = startedUnderTheFirst(old, first, "changed");
        SagaDefinition<Order> changed = calls(version(1), "charge", "").build();

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> open("new", changed))
                .withMessageContaining("QRT-3203")
                .withMessageContaining("step ship is gone")
                .withMessageContaining("version 2");

        old.engine.cancel(handle.key(), "ann", "over", "r-1");
        await().until(() -> handle.status().isFinal());
        old.close();
        open("new", changed);
    }

    @Test
    void aPersonMovesASagaThatHasBegunNothingThatDiffers() throws Exception {
        SagaDefinition<Order> first = first();
        Node node = open("a", first, second());
        SagaHandle handle = startedUnderTheFirst(node, first, "m");

        Plan plan = node.engine.versions().plan("pay", 1, 2, Page.first(10));
        assertThat(plan.changes())
                .hasSize(2)
                .anySatisfy(change -> assertThat(change).contains("pack").contains("new"));
        assertThat(plan.sagas()).singleElement().satisfies(verdict -> {
            assertThat(verdict.saga()).isEqualTo(handle.key());
            assertThat(verdict.mayMove()).isTrue();
        });

        Receipt moved = node.engine
                .versions()
                .move(
                        handle.key(),
                        2,
                        new Authority("ann", "new rules", handle.history().revision(), "r-1"));
        assertThat(moved.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(handle.history().definitionVersion()).isEqualTo(2);
        node.engine.signal(handle.key(), PAID, "s", "shop", "thanks");

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:pay:m:pack")).isEqualTo(1);
        assertThat(bank.effects("default:pay:m:charge")).isEqualTo(1);
        assertThat(bank.sends("default:pay:m:charge")).isEqualTo(1);
    }

    @Test
    void aSagaThatHasBegunWhatDiffersIsNotMoved() {
        SagaDefinition<Order> first = first();
        SagaDefinition<Order> without = calls(version(2), "ship", "").build();
        Node node = open("a", first, without);
        SagaHandle handle = startedUnderTheFirst(node, first, "n");

        assertThat(node.engine.versions().plan("pay", 1, 2, Page.first(10)).sagas())
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.obstacles())
                        .anySatisfy(obstacle ->
                                assertThat(obstacle).contains("charge").contains("dropped")));

        Receipt refused = node.engine
                .versions()
                .move(
                        handle.key(),
                        2,
                        new Authority("ann", "why not", handle.history().revision(), "r-1"));
        assertThat(refused.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(handle.history().definitionVersion()).isEqualTo(1);
    }
}
