package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.axon.SagaMessages;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.spring.testing.PaymentApplication.Payment;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import io.querent.spring.testing.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.axonframework.config.ProcessingGroup;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.messaging.annotation.MetaDataValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Sagas that steps and event handlers start are started once, however often these run. */
class StartInHandlerTest {
    private static PaymentNode node;

    @BeforeAll
    static void start() throws Exception {
        node = PaymentNode.start(TestPostgres.newDatabase().properties(), FollowUps.class);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void whatAnEventHandlerStartsIsPartOfItsTransaction() throws Exception {
        node.paid("lead", "10");
        Waiting.await().until(() -> node.bean(FollowUp.class).starts().size() == 2);

        assertThat(node.bean(FollowUp.class).starts())
                .as("the first start was rolled back with the handler's failure")
                .extracting(SagaHandle::isNew)
                .containsExactly(true, true);
        SagaHandle followUp = node.bean(FollowUp.class).starts().get(1);
        Waiting.await().until(() -> node.engine().find(followUp.key()).isPresent());
        assertThat(PaymentNode.ended(followUp).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chain-1", "chain-2"})
    void whatAStepStartsIsPartOfItsTransaction(String number) throws Exception {
        FollowUp followUp = node.bean(FollowUp.class);
        SagaHandle chain = node.engine().start(followUp.definition(), number);

        assertThat(PaymentNode.ended(chain).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(followUp.chained().stream()
                        .filter(each -> each.key().businessKey().value().equals(number)))
                .as("the first start was rolled back with the step")
                .extracting(SagaHandle::isNew)
                .containsExactly(true, true);
    }

    @Configuration(proxyBeanMethods = false)
    static class FollowUps {
        @Bean
        FollowUp followUp(SagaEngine engine, SagaDefinition<Payment> payment) {
            return new FollowUp(engine, payment);
        }

        @Bean
        SagaDefinition<String> chain(FollowUp followUp) {
            return followUp.definition();
        }
    }

    /** Starts payments, and fails after each first start. */
    @ProcessingGroup("follow-up")
    static class FollowUp {
        private final SagaEngine engine;
        private final SagaDefinition<Payment> payment;
        private final List<SagaHandle> starts = new CopyOnWriteArrayList<>();
        private final List<SagaHandle> chained = new CopyOnWriteArrayList<>();
        private final SagaDefinition<String> definition = Saga.define("chain", String.class)
                .businessKey(number -> number)
                .step(
                        "pay",
                        Done.class,
                        step -> step.request(String.class, saga -> saga.input())
                                .inTransaction((call, number) -> chain(number))
                                .retry(budget ->
                                        budget.attempts(3).backoff(Duration.ofMillis(10), Duration.ofMillis(20)))
                                .needsNoUndo("the payment is a saga of its own"))
                .build();

        FollowUp(SagaEngine engine, SagaDefinition<Payment> payment) {
            this.engine = engine;
            this.payment = payment;
        }

        SagaDefinition<String> definition() {
            return definition;
        }

        List<SagaHandle> starts() {
            return starts;
        }

        List<SagaHandle> chained() {
            return chained;
        }

        @EventHandler
        void on(SagaEvent.SagaCompleted event, @MetaDataValue(SagaMessages.SAGA_KEY) String saga) {
            if (SagaKey.parse(saga).businessKey().value().equals("lead")) {
                starts.add(engine.start(payment, Payment.of("follow-up", "10")));
                if (starts.size() == 1) {
                    throw new IllegalStateException("fails after the start");
                }
            }
        }

        private Outcome<Done> chain(String number) {
            chained.add(engine.start(payment, Payment.of(number, "10")));
            long runs = chained.stream()
                    .filter(each -> each.key().businessKey().value().equals(number))
                    .count();
            return runs == 1 ? Outcome.notExecuted("not-yet", "fails after the start") : Outcome.done();
        }
    }
}
