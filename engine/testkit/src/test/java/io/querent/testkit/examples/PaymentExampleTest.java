package io.querent.testkit.examples;

import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.hang;
import static io.querent.testkit.bank.SendWord.reset;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.CrashPoint;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import io.querent.testkit.examples.Payment.Order;
import io.querent.testkit.junit.On;
import io.querent.testkit.junit.QuerentTest;
import io.querent.testkit.junit.Runs;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the page on testing shows. */
@QuerentTest(on = On.BOTH)
class PaymentExampleTest {
    private final Order order = new Order("A:2026-11-30:1", new BigDecimal("100.00"));
    private final FakeBank bank;

    @Runs
    private final SagaDefinition<Order> payment;

    PaymentExampleTest(FakeBank bank) {
        this.bank = bank;
        this.payment = Payment.definedOn(bank);
    }

    @Test
    void aLostAnswerIsAskedForAndNothingIsSentAgain(TestEngine engine) {
        bank.next("transfer", apply(), reset());

        SagaHandle saga = engine.start(payment, order);
        engine.advance(Duration.ofMinutes(1));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        OperationKey transfer = saga.key().operation("transfer");
        assertThat(bank.effects(transfer)).isEqualTo(1);
        assertThat(bank.sends(transfer)).isEqualTo(1);
    }

    @Test
    void aCallThatHangsIsUnknownWhenItsLimitHasPassed(TestEngine engine) {
        bank.next("transfer", hang());

        SagaHandle saga = engine.start(payment, order);
        engine.await(saga, "transfer", OperationStatus.IN_FLIGHT);
        engine.advance(Duration.ofSeconds(31));

        engine.await(saga, "transfer", OperationStatus.UNKNOWN);
    }

    @Test
    void anotherNodeFinishesWhatADeadOneLeft(TestStore store) {
        TestEngine a = store.node("a", payment).crashAt(CrashPoint.AFTER_SEND, "transfer");
        SagaHandle saga = a.start(payment, order);
        a.awaitCrash();

        TestEngine b = store.node("b", payment);
        store.advance(Duration.ofMinutes(1));

        assertThat(b.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends(saga.key().operation("transfer"))).isEqualTo(1);
    }
}
