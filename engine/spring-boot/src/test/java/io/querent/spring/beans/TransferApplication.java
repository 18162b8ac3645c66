package io.querent.spring.beans;

import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.spring.beans.Ledger.Reservation;
import io.querent.spring.beans.Ledger.ReserveFunds;
import java.math.BigDecimal;
import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** Reserves funds and notes the transfer; every function of a step is a method of a bean. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan
public class TransferApplication {
    private static final Downstream LEDGER = Downstream.named("ledger")
            .honoursOperationKey(Duration.ofDays(1))
            .visibleWithin(Duration.ZERO)
            .build();

    /** What is transferred. */
    public record Transfer(String number, String account, BigDecimal amount) {}

    @Bean
    SagaDefinition<Transfer> transfer(Ledger ledger, Transfers transfers) {
        return Saga.define("transfer", Transfer.class)
                .businessKey(Transfer::number)
                .step(
                        "reserve",
                        Reservation.class,
                        step -> step.downstream(LEDGER)
                                .request(
                                        ReserveFunds.class,
                                        saga -> new ReserveFunds(
                                                saga.input().account(),
                                                saga.input().amount()))
                                .call(ledger::reserve)
                                .query(ledger::find)
                                .matches(ledger::isFor)
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100)))
                                .needsNoUndo("a reservation lapses"))
                .step(
                        "note",
                        Done.class,
                        step -> step.after("reserve")
                                .request(Transfer.class, saga -> saga.input())
                                .inTransaction(transfers::note)
                                .needsNoUndo("it is the last step"))
                .build();
    }
}
