package io.querent.spring.application;

import static io.querent.spring.testing.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaStatus;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaKey;
import io.querent.spring.axon.AxonShell;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import io.querent.spring.testing.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An application that stops lets its calls end, and leaves nothing behind that another could not go on with. */
@Tag("every-java")
class ShutdownTest {
    @Test
    void aCallInFlightIsWaitedForAndItsAnswerStored() throws Exception {
        List<String> properties = new ArrayList<>(TestPostgres.newDatabase().properties());
        // Spring's own patience with a phase is no limit: it cannot interrupt what is under way.
        properties.add("spring.lifecycle.timeout-per-shutdown-phase=100ms");
        PaymentNode node = PaymentNode.start(properties);
        CountDownLatch answer = new CountDownLatch(1);
        node.bank().waitFor(answer);
        SagaHandle inFlight = node.pay("p-1", "10.00");
        await().until(() -> node.bank().sends() == 1);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(node::close);
        await().until(() -> refusesStarts(node));
        await().during(Duration.ofMillis(500)).until(() -> !closing.isDone());
        answer.countDown();
        closing.get(Waiting.LONGEST.toSeconds(), TimeUnit.SECONDS);

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
        properties.addAll(List.of("querent.drain-grace=200ms", "payment.time-limit=2s"));
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
        AxonShell shell = node.bean(AxonShell.class);
        assertThat(shell.running().configuration()).isNotNull();
        node.close();

        assertThatExceptionOfType(EngineUnavailableException.class)
                .isThrownBy(() -> engine.find(SagaKey.parse("default:payment:p-1")))
                .withMessageContaining("not running");
        assertThatExceptionOfType(EngineUnavailableException.class).isThrownBy(shell::running);
    }
}
