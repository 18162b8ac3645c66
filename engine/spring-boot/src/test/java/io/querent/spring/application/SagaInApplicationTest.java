package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.querent.decision.SagaStatus;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.saga.StepHandle;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.ScriptedBank;
import io.querent.spring.testing.ScriptedBank.Receipt;
import io.querent.spring.testing.TestPostgres;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** What an application gets from having the starter: sagas run, with its own code and tables, on its own database. */
class SagaInApplicationTest {
    private static PaymentNode node;

    @BeforeAll
    static void start() throws SQLException {
        node = PaymentNode.start(TestPostgres.newDatabase().properties());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void aSagaRunsToItsEnd() throws Exception {
        SagaResult result = node.paid("p-1", "10.00");

        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(result.result(StepHandle.of("transfer", Receipt.class))
                        .orElseThrow()
                        .amount())
                .isEqualByComparingTo("10.00");
        assertThat(node.bookings().count("p-1")).isEqualTo(1);
        assertThat(node.bank().books()).containsKey("default:payment:p-1:transfer");
    }

    @Test
    void aLostAnswerIsAskedFor() throws Exception {
        node.bank().behave(ScriptedBank.Manner.LOSES_ANSWERS);
        try {
            int before = node.bank().sends();

            assertThat(node.paid("p-2", "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(node.bank().sends()).isEqualTo(before + 1);
        } finally {
            node.bank().behave(ScriptedBank.Manner.ANSWERS);
        }
    }

    @Test
    void theSameKeyIsTheSameSaga() {
        SagaHandle first = node.pay("p-3", "10.00");
        SagaHandle again = node.pay("p-3", "10.00");

        assertThat(first.isNew()).isTrue();
        assertThat(again.isNew()).isFalse();
        assertThat(again.key()).isEqualTo(first.key());
        assertThat(node.engine().find(first.key())).isPresent();
    }

    @Test
    void theSameKeyWithOtherParametersIsAConflict() {
        node.pay("p-4", "10.00");

        assertThatExceptionOfType(OperationKeyConflictException.class).isThrownBy(() -> node.pay("p-4", "11.00"));
    }

    @Test
    void whatAFailedStepWroteIsNotThere() throws Exception {
        SagaHandle handle = node.pay("p-5-broken", "10.00");
        SagaResult result = PaymentNode.ended(handle);

        assertThat(result.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(node.bookings().count("p-5-broken")).isZero();
        assertThat(handle.history().toString()).contains("broken after the row was written");
    }

    @Test
    void whatARefusedStepWroteIsNotThere() throws Exception {
        SagaHandle handle = node.pay("p-6-refused", "10.00");

        assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.FAILED);
        assertThat(node.bookings().count("p-6-refused")).isZero();
        assertThat(handle.history().toString()).contains("no such account");
    }

    @Test
    @SuppressWarnings("unchecked")
    void healthTellsWhatTheEngineDoes() throws Exception {
        node.paid("p-7", "10.00");

        node.awaitHealth(Status.UP);
        assertThat(node.health().getDetails())
                .containsEntry("database", "external")
                .containsEntry("sagasOwned", 0)
                .containsEntry("sagasWithoutWakeUp", 0L)
                .containsKey("node")
                .doesNotContainKey("directory");
        assertThat((Map<String, Long>) node.health().getDetails().get("counters"))
                .hasEntrySatisfying(
                        "sagas-started", started -> assertThat(started).isPositive());
    }

    @Test
    void metersTellWhatTheEngineDoesAndThatNothingIsForgotten() throws Exception {
        node.paid("p-8", "10.00");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        node.context().getBean("querentMeters", MeterBinder.class).bindTo(registry);

        await().until(() ->
                registry.get("querent.sagas.without.wake.up").gauge().value() == 0.0);
        assertThat(registry.get("querent.reviews.open").gauge().value()).isNotNegative();
        assertThat(registry.get("querent.sagas.started").functionCounter().count())
                .isPositive();
    }
}
