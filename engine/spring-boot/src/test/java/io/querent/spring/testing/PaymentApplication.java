package io.querent.spring.testing;

import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A small application: books a payment in a table of its own, then has the bank transfer it. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class PaymentApplication {
    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(1))
            .visibleWithin(Duration.ZERO)
            .concurrency(100)
            .build();

    /** What is paid. */
    public record Payment(String number, BigDecimal amount) {
        public static Payment of(String number, String amount) {
            return new Payment(number, new BigDecimal(amount));
        }
    }

    @Bean
    public ScriptedBank bank() {
        return new ScriptedBank();
    }

    @Bean
    public Bookings bookings(JdbcClient jdbc) {
        return new Bookings(jdbc);
    }

    @Bean
    public SagaDefinition<Payment> payment(
            Bookings bookings, ScriptedBank bank, @Value("${payment.time-limit:30s}") Duration timeLimit) {
        return Saga.define("payment", Payment.class)
                .businessKey(Payment::number)
                .step(
                        "book",
                        Done.class,
                        step -> step.request(Payment.class, saga -> saga.input())
                                .inTransaction((call, payment) -> bookings.book(payment))
                                .needsNoUndo("a booking without transfer is only a note")
                                .retry(budget ->
                                        budget.attempts(2).backoff(Duration.ofMillis(10), Duration.ofMillis(20))))
                .step(
                        "transfer",
                        ScriptedBank.Receipt.class,
                        step -> step.after("book")
                                .downstream(BANK)
                                .request(Payment.class, saga -> saga.input())
                                .call((call, payment) -> bank.transfer(call, payment.amount()))
                                .query((call, payment) -> bank.find(call))
                                .matches((payment, receipt) -> receipt.amount().compareTo(payment.amount()) == 0)
                                .needsNoUndo("it is the last step")
                                .timeLimit(timeLimit)
                                .retry(budget -> budget.attempts(100)
                                        .within(Duration.ofHours(1))
                                        .backoff(Duration.ofMillis(50), Duration.ofMillis(200))))
                .build();
    }
}
