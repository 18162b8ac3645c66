package io.querent.admin.testing;

import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Two definitions, so that somebody may see one and not the other: payments, which can get stuck, and refunds. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class DeskApplication {
    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(1))
            .visibleWithin(Duration.ZERO)
            .build();

    /** What is paid; a number that begins with {@code lost} gets no answer, and what the bank knows does not match. */
    public record Payment(String number, BigDecimal amount, String iban) {}

    /** What is paid back. */
    public record Refund(String number) {}

    /** What the bank answers. */
    public record Receipt(String key) {}

    @Bean
    SagaDefinition<Payment> payment() {
        return Saga.define("payment", Payment.class)
                .businessKey(Payment::number)
                .attribute("customer", payment -> "c-1")
                .step(
                        "reserve",
                        Receipt.class,
                        step -> step.downstream(BANK)
                                .request(Payment.class, saga -> saga.input())
                                .call((call, payment) -> Outcome.succeeded(new Receipt(call.downstreamKey())))
                                .query((call, payment) -> QueryResult.found(new Receipt(call.downstreamKey())))
                                .matchesByKeyAlone("the bank answers by key")
                                .compensate(
                                        Receipt.class,
                                        undo -> undo.request(Receipt.class, (saga, receipt) -> receipt)
                                                .call((call, receipt) ->
                                                        Outcome.succeeded(new Receipt(call.downstreamKey())))
                                                .query((call, receipt) -> QueryResult.found(receipt))
                                                .matchesByKeyAlone("the bank answers by key")))
                .step(
                        "transfer",
                        Receipt.class,
                        step -> step.after("reserve")
                                .downstream(BANK)
                                .request(Payment.class, saga -> saga.input())
                                .call((call, payment) -> payment.number().startsWith("lost")
                                        ? Outcome.unknown("read timed out")
                                        : Outcome.succeeded(new Receipt(call.downstreamKey())))
                                .query((call, payment) -> QueryResult.found(new Receipt(call.downstreamKey())))
                                .matches((payment, receipt) -> !payment.number().startsWith("lost")
                                        || receipt.key().equals("k"))
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(10), Duration.ofMillis(20)))
                                .needsNoUndo("it is the last step"))
                .build();
    }

    @Bean
    SagaDefinition<Refund> refund() {
        return Saga.define("refund", Refund.class)
                .businessKey(Refund::number)
                .step(
                        "pay-back",
                        Receipt.class,
                        step -> step.downstream(BANK)
                                .request(Refund.class, saga -> saga.input())
                                .call((call, refund) -> Outcome.succeeded(new Receipt(call.downstreamKey())))
                                .query((call, refund) -> QueryResult.found(new Receipt(call.downstreamKey())))
                                .matchesByKeyAlone("the bank answers by key")
                                .needsNoUndo("it is the last step"))
                .build();
    }
}
