package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What takes effect late is found and made good for, once, whoever had said or hoped that it never would. */
class LateSuccessTest extends WordCase {
    /** C13, the downstream does not keep what was cancelled. */
    @Test
    void anOperationThatLandsAfterTheCancelIsWatchedForAndRefundedOnce() throws Exception {
        AtomicReference<Runnable> onTheWire = new AtomicReference<>();
        bank.next((b, call, payment) -> {
            onTheWire.set(() -> b.apply(call, payment));
            return Outcome.unknown("hangs");
        });
        answers((b, call) -> QueryResult.notFound());
        Node node = open("a", slow);
        SagaHandle saga = node.engine.start(slow, Order.of("c13", "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);

        Receipt cancel = decide(node, saga, new OperatorDecision.Compensate(), "cancel");
        assertThat(cancel.state()).isEqualTo(Receipt.State.APPLIED);
        int asked = bank.queries(charge(saga).value());
        await().until(() -> bank.queries(charge(saga).value()) > asked + 1);
        assertThat(state(node, saga).statusOf("charge")).isEqualTo(OperationStatus.UNKNOWN);
        assertThat(saga.status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(refunds.totalSends()).as("nothing is undone that is unknown").isZero();
        assertThat(holds.sends(undo(saga, "hold"))).isZero();

        onTheWire.get().run();
        Receipt told = tell(node, charge(saga), "m-1", "10.00");

        assertThat(told.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects(charge(saga).value())).isEqualTo(1);
        assertThat(bank.sends(charge(saga).value())).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
        assertThat(database()
                        .count("SELECT count(*) FROM querent.operation WHERE compensates = '" + charge(saga) + "'"))
                .isEqualTo(1);
    }

    /** C13, the downstream remembers the cancel and refuses what comes later. */
    @Test
    void anOperationThatTheDownstreamCancelledForGoodIsNotRefunded() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        bank.next((b, call, payment) -> Outcome.unknown("hangs"));
        answers((b, call) -> cancelled.get()
                ? QueryResult.foundRejected("cancelled", "by the merchant, before it came")
                : QueryResult.notFound());
        Node node = open("a", slow);
        SagaHandle saga = node.engine.start(slow, Order.of("c13-tombstone", "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);
        decide(node, saga, new OperatorDecision.Compensate(), "cancel");

        cancelled.set(true);

        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects(charge(saga).value())).isZero();
        assertThat(refunds.totalSends()).isZero();
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
    }

    /** C14. */
    @Test
    void aSuccessThatComesWhileTheRestIsBeingUndoneGetsItsOwnCompensation() throws Exception {
        CountDownLatch undoing = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        holds.next(ScriptedBank::apply).next((b, call, payment) -> {
            undoing.countDown();
            told.await();
            return b.apply(call, payment);
        });
        Node node = open("a", slow);
        SagaHandle saga = startUnknown(node, "c14");
        Receipt failed = decide(node, saga, new OperatorDecision.ConfirmFailed("charge", "51", "by phone"), "d-1");
        assertThat(failed.state()).isEqualTo(Receipt.State.APPLIED);
        undoing.await();

        Receipt late = tell(node, charge(saga), "m-1", "10.00");
        told.countDown();

        assertThat(late.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertUndoneOnce(node, saga);
        assertThat(events(node, saga, SagaEvent.SagaCompensated.class)).hasSize(1);
    }

    /** C14, when all seemed to be over. */
    @Test
    void aSuccessThatComesAfterTheSagaWasUndoneIsUndoneToo() throws Exception {
        Node node = open("a", slow);
        SagaHandle saga = startUnknown(node, "c14-over");
        decide(node, saga, new OperatorDecision.ConfirmNeverRan("charge", "not in their books"), "d-1");
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(refunds.totalSends()).isZero();

        tell(node, charge(saga), "m-1", "10.00");
        tell(node, charge(saga), "m-2", "10.00");

        await().until(() -> events(node, saga, SagaEvent.SagaCompensated.class).size() == 2);
        assertUndoneOnce(node, saga);
        assertThat(node.journal.countWithoutWakeUp()).isZero();
    }

    private SagaHandle startUnknown(Node node, String number) {
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.unknown("reset");
        });
        answers((b, call) -> QueryResult.unavailable("not now"));
        SagaHandle saga = node.engine.start(slow, Order.of(number, "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);
        return saga;
    }

    private void assertUndoneOnce(Node node, SagaHandle saga) {
        assertThat(saga.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
        assertThat(refunds.sends(undo(saga, "charge"))).isEqualTo(1);
        assertThat(events(node, saga, SagaEvent.SagaCompleted.class)).isEmpty();
        assertThat(events(node, saga, SagaEvent.LateSuccess.class)).hasSize(1);
        assertThat(events(node, saga, SagaEvent.DecisionTaken.class)).hasSize(1);
        assertThat(audited("request_id = 'd-1' AND answer = 1 AND operator = 'alice'"))
                .isEqualTo(1);
    }
}
