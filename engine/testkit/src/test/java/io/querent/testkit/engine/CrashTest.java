package io.querent.testkit.engine;

import static io.querent.testkit.bank.SendWord.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.SagaStatus;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.Payments.Order;
import io.querent.testkit.junit.On;
import io.querent.testkit.junit.QuerentTest;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node dies where it is told to, and another takes over what it had when its leases have run out. */
@Tag("every-java")
@QuerentTest(on = On.BOTH)
class CrashTest {
    private static final SagaKey KEY = SagaKey.of("payment", "A:1");
    private static final OperationKey TRANSFER = KEY.operation("transfer");

    private final TestStore store;
    private final FakeBank bank;
    private final SagaDefinition<Order> payment;

    CrashTest(TestStore store, FakeBank bank) {
        this.store = store;
        this.bank = bank;
        this.payment = Payments.of(bank);
    }

    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void whereverANodeDiesTheNextOneCarriesThePaymentOutOnce(CrashPoint point) {
        TestEngine doomed = store.node("a", payment).crashAt(point, "transfer");
        doomed.start(payment, Order.of("A:1"));
        doomed.awaitCrash();
        assertThat(bank.sends(TRANSFER))
                .isEqualTo(point == CrashPoint.AFTER_SEND || point == CrashPoint.AFTER_ANSWER ? 1 : 0);
        TestEngine next = store.node("b", payment);

        store.advance(Duration.ofMinutes(15));

        assertThat(next.await(KEY, TestEngine.PATIENCE).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects(TRANSFER)).isEqualTo(1);
        assertThat(bank.keys("transfer")).containsExactly(TRANSFER.value());
        assertThat(bank.bytes(TRANSFER)).isEqualTo(1);
        assertThat(bank.sends(TRANSFER)).isEqualTo(1);
    }

    @Test
    void anInFlightAttemptOfADeadNodeIsAskedForBeforeAnythingIsSent() {
        TestEngine doomed = store.node("a", payment).crashAt(CrashPoint.AFTER_SEND, "transfer");
        doomed.start(payment, Order.of("A:1"));
        doomed.awaitCrash();
        TestEngine next = doomed.restart();

        store.advance(Duration.ofMinutes(1));

        assertThat(next.await(KEY, TestEngine.PATIENCE).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends(TRANSFER)).isEqualTo(1);
        assertThat(bank.queries(TRANSFER)).isEqualTo(1);
    }

    @Test
    void nobodyTakesOverBeforeTheLeaseHasRunOut() {
        TestEngine doomed = store.node("a", payment).crashAt(CrashPoint.BEFORE_SEND, "reserve");
        doomed.start(payment, Order.of("A:1"));
        doomed.awaitCrash();
        TestEngine next = store.node("b", payment);

        store.advance(Duration.ofSeconds(5));

        assertThat(next.engine().find(KEY).orElseThrow().status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(next.story(KEY)).contains("waits for the lease of a, which ends in PT");
        assertThat(bank.sends(KEY.operation("reserve"))).isZero();
    }

    /** C86: one run for each boundary. */
    @Test
    void aNodeThatDiesAtAnyAppendLeavesNothingStuck() {
        int boundaries = 0;
        boolean died = true;
        for (int number = 1; died; number++) {
            for (boolean before : new boolean[] {true, false}) {
                died = survives(number, before);
                boundaries += died ? 1 : 0;
            }
        }
        assertThat(boundaries).isGreaterThan(5);
    }

    private boolean survives(int number, boolean before) {
        SagaKey key = SagaKey.of("payment", "B:" + number + before);
        Order order = Order.of(key.businessKey().value());
        TestEngine doomed = store.node("doomed-" + number + before, payment);
        if (before) {
            doomed.crashBeforeAppend(number);
        } else {
            doomed.crashAfterAppend(number);
        }
        try {
            doomed.start(payment, order);
        } catch (EngineUnavailableException died) {
            assertThat(doomed.isCrashed()).isTrue();
        }
        store.settle();
        boolean died = doomed.isCrashed();
        doomed.close();
        TestEngine next = store.node("next-" + number + before, payment);
        store.advance(Duration.ofMinutes(15));
        next.start(payment, order);
        assertThat(next.await(key, TestEngine.PATIENCE).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects(key.operation("transfer"))).isEqualTo(1);
        next.close();
        return died;
    }

    @Test
    void aNodeCanBeMadeToDieInTheMiddleOfACall() {
        TestEngine doomed = store.node("a", payment);
        bank.next("transfer", run(doomed::crash));
        doomed.start(payment, Order.of("A:1"));
        doomed.awaitCrash();
        TestEngine next = store.node("b", payment);

        store.advance(Duration.ofMinutes(1));

        assertThat(next.await(KEY, TestEngine.PATIENCE).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects(TRANSFER)).isEqualTo(1);
    }

    @Test
    void whoeverAsksADeadNodeIsToldThatItCannotSay() {
        TestEngine dead = store.node("a", payment);
        dead.crash();

        assertThatThrownBy(() -> dead.start(payment, Order.of("A:1"))).isInstanceOf(EngineUnavailableException.class);
        assertThatThrownBy(() -> dead.engine().find(KEY)).isInstanceOf(EngineUnavailableException.class);
        assertThat(store.node("b", payment).engine().find(KEY)).isEmpty();
    }

    @Test
    void aCrashPointThatIsNotReachedIsToldAsSuch() {
        TestEngine engine = store.node("a", payment).crashAt(CrashPoint.BEFORE_SEND, "no-such-step");
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(engine.isCrashed()).isFalse();
    }
}
