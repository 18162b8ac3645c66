package io.querent.testkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import io.querent.testkit.examples.Payment.Order;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** The same without the JUnit extension. */
class InMemoryExampleTest {
    @Test
    void aPaymentRunsThrough() {
        try (TestStore store = TestStore.inMemory();
                FakeBank bank = FakeBank.by(store.clock())) {
            SagaDefinition<Order> payment = Payment.definedOn(bank);
            TestEngine engine = store.node("a", payment);

            SagaHandle saga = engine.start(payment, new Order("A:1", new BigDecimal("100.00")));

            assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }
}
