package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaKey;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An application that stops lets its calls end, and leaves nothing behind that another could not go on with. */
class ShutdownTest {
    @Test
    void aCallInFlightIsWaitedForAndItsAnswerStored() throws Exception {
        List<String> properties = TestPostgres.newDatabase().properties();
        PaymentNode node = PaymentNode.start(properties);
        CountDownLatch answer = new CountDownLatch(1);
        node.bank().waitFor(answer);
        SagaHandle inFlight = node.pay("p-1", "10.00");
        await().until(() -> node.bank().sends() == 1);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(node::close);
        await().until(() -> refusesStarts(node));
        assertThat(closing).isNotDone();
        answer.countDown();
        closing.get(20, TimeUnit.SECONDS);

        try (PaymentNode next = PaymentNode.start(properties)) {
            SagaHandle found = next.engine().find(inFlight.key()).orElseThrow();
            assertThat(PaymentNode.ended(found).status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(next.bank().sends())
                    .as("the answer was stored before the data source closed")
                    .isZero();
        }
    }

    @Test
    void aCallThatTakesLongerThanTheGraceIsAskedForByTheNextNode() throws Exception {
        List<String> properties = new ArrayList<>(TestPostgres.newDatabase().properties());
        properties.add("querent.drain-grace=200ms");
        PaymentNode node = PaymentNode.start(properties);
        CountDownLatch never = new CountDownLatch(1);
        node.bank().waitFor(never);
        SagaHandle inFlight = node.pay("p-1", "10.00");
        await().until(() -> node.bank().sends() == 1);
        node.close();

        try (PaymentNode next = PaymentNode.start(properties)) {
            SagaHandle found = next.engine().find(inFlight.key()).orElseThrow();
            assertThat(PaymentNode.ended(found).status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(found.history().toString()).contains("NotFound");
        } finally {
            never.countDown();
        }
    }

    private static boolean refusesStarts(PaymentNode node) {
        try {
            node.pay("p-2", "10.00");
            return false;
        } catch (EngineUnavailableException refused) {
            return true;
        }
    }

    @Test
    void afterwardsTheEngineSaysThatItIsNotRunning() throws Exception {
        PaymentNode node = PaymentNode.start(TestPostgres.newDatabase().properties());
        SagaEngine engine = node.engine();
        node.close();

        assertThatExceptionOfType(EngineUnavailableException.class)
                .isThrownBy(() -> engine.find(SagaKey.parse("default:payment:p-1")))
                .withMessageContaining("not running");
    }
}
