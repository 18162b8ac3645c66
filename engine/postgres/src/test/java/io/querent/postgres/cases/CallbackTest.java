package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.querent.decision.OperationStatus;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.Callback;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Call;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QuerentException;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.math.BigDecimal;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A callback may come at any time, to any node, more than once (C70). */
class CallbackTest extends WordCase {
    private final CountDownLatch inCall = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    /** Nothing hangs on beyond its test. */
    @AfterEach
    void letGo() {
        go.countDown();
    }

    @Test
    void oneThatComesBeforeItsAttemptIsStoredWaitsAndIsAppliedOnce() throws Exception {
        holds.next(this::wait);
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.pending("p-1");
        });
        answers((b, call) -> QueryResult.foundPending("p-1"));
        Node node = open("a", slow);
        SagaHandle saga = node.engine.start(slow, Order.of("c70", "10.00"));
        inCall.await();

        Receipt early = tell(node, charge(saga), "m-1", "10.00");
        assertThat(early.state()).isEqualTo(Receipt.State.WAITING);
        assertThat(events(node, saga, SagaEvent.CallbackReceived.class)).isEmpty();
        go.countDown();

        assertCompletedByOneCallback(node, saga);
    }

    @Test
    void oneForASagaThatDoesNotExistYetIsAppliedWhenItDoes() throws Exception {
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.pending("p-1");
        });
        answers((b, call) -> QueryResult.foundPending("p-1"));
        Node node = open("a", slow);
        OperationKey key = SagaKey.of("buy", "c70-later").operation("charge");

        assertThat(tell(node, key, "m-1", "10.00").state()).isEqualTo(Receipt.State.WAITING);
        SagaHandle saga = node.engine.start(slow, Order.of("c70-later", "10.00"));

        assertCompletedByOneCallback(node, saga);
    }

    @Test
    void oneForADefinitionThatNobodyRunsIsParkedAndCountedNotForgotten() {
        Node node = open("a", buy);
        OperationKey key = new OperationKey("default:no-such:c70:charge");
        assertThat(tell(node, key, "m-1", "10.00").state()).isEqualTo(Receipt.State.WAITING);
        database().execute("UPDATE querent.mailbox SET received_at = received_at - interval '25 hours'");

        Node next = open("b", buy);

        await().until(() -> next.engine.counters().of(Count.LETTERS_PARKED) == 1
                || node.engine.counters().of(Count.LETTERS_PARKED) == 1);
        Receipt again = tell(node, key, "m-1", "10.00");
        assertThat(again.state()).isEqualTo(Receipt.State.PARKED);
        assertThat(again.repeated()).isTrue();
        assertThat(node.journal.mailbox().countWaiting()).isZero();
    }

    @Test
    void oneForASagaThatNeverCameIsParkedByWhoeverLooksAtItNext() {
        Node node = open("a", buy);
        OperationKey key = SagaKey.of("buy", "never").operation("charge");
        assertThat(tell(node, key, "m-1", "10.00").state()).isEqualTo(Receipt.State.WAITING);

        database().execute("UPDATE querent.mailbox SET received_at = received_at - interval '25 hours'");

        await().until(() -> node.engine.counters().of(Count.LETTERS_PARKED) == 1);
        assertThat(tell(node, key, "m-1", "10.00").state()).isEqualTo(Receipt.State.PARKED);
    }

    @Test
    void repeatedOnesAreOne() throws Exception {
        Node node = open("a", slow);
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.unknown("reset");
        });
        answers((b, call) -> QueryResult.unavailable("not now"));
        SagaHandle saga = node.engine.start(slow, Order.of("c70-twice", "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);

        assertThat(tell(node, charge(saga), "m-1", "10.00").repeated()).isFalse();
        for (int i = 0; i < 5; i++) {
            Receipt again = tell(node, charge(saga), "m-1", "10.00");
            assertThat(again.state()).isEqualTo(Receipt.State.APPLIED);
            assertThat(again.repeated()).isTrue();
        }
        assertThat(tell(node, charge(saga), "m-2", "10.00").state())
                .as("another message that says the same")
                .isEqualTo(Receipt.State.NOTHING_NEW);

        assertCompletedByOneCallback(node, saga);
        assertThat(node.engine.counters().of(Count.LETTERS_RECEIVED)).isEqualTo(7);
        assertThat(node.engine.counters().of(Count.LETTERS_REPEATED)).isEqualTo(5);
        assertThat(node.engine.counters().of(Count.LETTERS_TAKEN_IN)).isEqualTo(2);
    }

    @Test
    void anIdThatAnotherMessageHadIsRefused() {
        Node node = open("a", buy);
        OperationKey key = SagaKey.of("buy", "same-id").operation("charge");
        tell(node, key, "m-1", "10.00");

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> tell(node, key, "m-1", "11.00"))
                .withMessageContaining("QRT-3006");
    }

    @Test
    void twoSourcesMayUseOneId() {
        Node node = open("a", buy);
        OperationKey key = SagaKey.of("buy", "two-sources").operation("charge");
        tell(node, key, "m-1", "10.00");

        Receipt other = node.engine.tell(new Callback<>(
                key, "m-1", "another bank", QueryResult.found(new Booking("ref", new BigDecimal("11.00")))));

        assertThat(other.repeated()).isFalse();
    }

    @Test
    void oneThatTellsNothingIsRefused() {
        Node node = open("a", buy);
        OperationKey key = SagaKey.of("buy", "nothing").operation("charge");

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> tell(node, key, "m-1", QueryResult.notFound()))
                .withMessageContaining("QRT-3213")
                .withMessageContaining(key.value());
        assertThat(node.journal.mailbox().countWaiting()).isZero();
    }

    @Test
    void oneThatComesToAnotherNodeIsTakenInByTheOwner() throws Exception {
        bank.next(this::waitAndReset);
        answers((b, call) -> QueryResult.unavailable("not now"));
        Node owner = open("a", slow);
        SagaHandle saga = owner.engine.start(slow, Order.of("c70-other", "10.00"));
        inCall.await();
        Node other = open("b", slow);

        Receipt told = tell(other, charge(saga), "m-1", "10.00");
        assertThat(told.state()).isEqualTo(Receipt.State.WAITING);
        await().until(() ->
                !events(owner, saga, SagaEvent.CallbackReceived.class).isEmpty());
        go.countDown();

        assertCompletedByOneCallback(owner, saga);
        assertThat(owner.engine.counters().of(Count.LETTERS_TAKEN_IN)).isEqualTo(1);
        assertThat(other.engine.counters().of(Count.LETTERS_TAKEN_IN)).isZero();
    }

    @Test
    void oneThatWasStoredIsTakenInAlthoughTheOwnerDiesRightAfter() throws Exception {
        bank.next(this::waitAndReset);
        answers((b, call) -> QueryResult.unavailable("not now"));
        Node owner = open("a", slow);
        SagaHandle saga = owner.engine.start(slow, Order.of("c70-dead", "10.00"));
        inCall.await();
        Node other = open("b", slow);

        tell(other, charge(saga), "m-1", "10.00");
        owner.crash();

        SagaHandle found = other.engine.find(saga.key()).orElseThrow();
        assertCompletedByOneCallback(other, found);
    }

    /** The word is kept and a person looks: refusing it would lose a success that nobody tells again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatCannotBeHeldAgainstTheRequestGoesToReviewAndIsNotLookedAtForEver(boolean matcherFails) {
        SagaDefinition<Order> fragile = Saga.define("fragile", Order.class)
                .businessKey(Order::number)
                .step(
                        "charge",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("bank").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(bank::send)
                                .query((call, payment) -> bank.ask(call))
                                .matches((payment, found) -> {
                                    throw new AssertionError("no such currency");
                                })
                                .needsNoUndo("the case looks at the charge alone"))
                .build();
        bank.next((b, call, payment) -> Outcome.unknown("reset"));
        answers((b, call) -> QueryResult.unavailable("not now"));
        Node node = open("a", fragile);
        SagaHandle saga = node.engine.start(fragile, Order.of("fragile", "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);

        Receipt told = matcherFails
                ? tell(node, charge(saga), "m-1", "10.00")
                : node.engine.tell(new Callback<>(charge(saga), "m-1", "bank", QueryResult.found("no booking")));

        assertThat(told.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(saga.status()).isEqualTo(SagaStatus.IN_REVIEW);
        SagaState.Review review = state(node, saga).reviews().get("charge");
        assertThat(review.reason()).isEqualTo(ReviewReason.MISMATCH);
        assertThat(review.detail())
                .contains(matcherFails ? "no such currency" : "QRT-3022", matcherFails ? "ref-" : "no booking");
        assertThat(node.journal.mailbox().countWaiting()).isZero();
        assertThat(bank.sends(charge(saga).value())).isEqualTo(1);
    }

    @Test
    void oneThatCannotBeReadKeepsNoOtherWaiting() throws Exception {
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.unknown("reset");
        });
        answers((b, call) -> QueryResult.unavailable("not now"));
        Node node = open("a", slow);
        OperationKey odd = SagaKey.of("buy", "odd").operation("charge");
        tell(node, odd, "m-odd", "10.00");
        database().execute("UPDATE querent.mailbox SET payload = '{\"kind\":\"teleported\",\"sender\":\"s\"}'");
        SagaHandle saga = node.engine.start(slow, Order.of("readable", "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);

        tell(node, charge(saga), "m-1", "10.00");

        assertCompletedByOneCallback(node, saga);
        assertThat(node.journal.mailbox().countWaiting()).isEqualTo(1);
    }

    private Outcome<Booking> wait(ScriptedBank at, Call call, Payment payment) throws Exception {
        inCall.countDown();
        go.await();
        return at.apply(call, payment);
    }

    private Outcome<Booking> waitAndReset(ScriptedBank at, Call call, Payment payment) throws Exception {
        at.apply(call, payment);
        wait(at, call, payment);
        return Outcome.unknown("reset");
    }

    private void assertCompletedByOneCallback(Node node, SagaHandle saga) throws Exception {
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(events(node, saga, SagaEvent.CallbackReceived.class)).hasSize(1);
        assertThat(bank.sends(charge(saga).value())).isEqualTo(1);
        assertThat(bank.effects(charge(saga).value())).isEqualTo(1);
        assertThat(refunds.totalSends()).isZero();
        assertThat(node.journal.countWithoutWakeUp()).isZero();
    }
}
