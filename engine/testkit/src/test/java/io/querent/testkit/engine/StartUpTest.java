package io.querent.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.Payments.Order;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a test pays for the engine. */
class StartUpTest {
    /** Far above what it takes, so that a busy machine does not fail it; what it takes is in the page on testing. */
    private static final Duration MOST = Duration.ofSeconds(5);

    @Test
    void anEngineInMemoryOpensRunsAPaymentAndClosesInAMoment() {
        long begun = System.nanoTime();
        try (TestStore store = TestStore.inMemory(Instant.parse("2026-11-30T08:00:00Z"));
                FakeBank bank = FakeBank.by(store.clock())) {
            SagaDefinition<Order> payment = Payments.of(bank);
            TestEngine engine = store.node("a", payment);
            long opened = System.nanoTime();

            SagaHandle saga = engine.start(payment, Order.of("A:1"));
            engine.await(saga);

            assertThat(engine.history(saga).startedAt())
                    .isBetween(Instant.parse("2026-11-30T08:00:00Z"), Instant.parse("2026-11-30T08:00:10Z"));
            assertThat(Duration.ofNanos(opened - begun)).isLessThan(MOST);
        }
    }

    @Test
    void anEngineOnAStoreOfItsOwnClosesIt() {
        try (FakeBank bank = FakeBank.by(Instant::now)) {
            TestEngine engine = TestEngine.inMemory(Payments.of(bank));
            engine.close();

            assertThat(engine.isRunning()).isFalse();
        }
    }
}
