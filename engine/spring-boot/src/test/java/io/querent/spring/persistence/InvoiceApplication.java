package io.querent.spring.persistence;

import io.querent.saga.Done;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.spring.testing.Invoice;
import java.time.Duration;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** Makes invoices, each in a row by JDBC, one by jOOQ and one by JPA. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan
@EntityScan(basePackageClasses = Invoice.class)
@EnableJpaRepositories(basePackageClasses = Invoice.class)
public class InvoiceApplication {
    /** What is to be invoiced, and what goes wrong with it. */
    public record Order(String number, Fault fault) {}

    /** What goes wrong. */
    public enum Fault {
        NONE,
        /** The step's code throws when all is written. */
        EXCEPTION,
        /** The step says no when all is written. */
        REJECTED,
        /** What JPA has yet to write breaks a constraint. */
        DUPLICATE,
        /** What JPA has yet to write was changed by somebody else. */
        STALE,
        /** The same, by code that runs before the commit. */
        STALE_AT_COMMIT,
        /** A constraint is looked at by the commit. */
        DEFERRED,
        /** The connection breaks. */
        CONNECTION
    }

    @Bean
    public DSLContext jooq(DataSource dataSource) {
        return DSL.using(new TransactionAwareDataSourceProxy(dataSource), SQLDialect.POSTGRES);
    }

    @Bean
    public SagaDefinition<Order> invoicing(InvoiceSteps steps) {
        return Saga.define("invoicing", Order.class)
                .businessKey(Order::number)
                .step(
                        "invoice",
                        Done.class,
                        step -> step.request(Order.class, saga -> saga.input())
                                .inTransaction(steps::invoice)
                                .retry(budget ->
                                        budget.attempts(2).backoff(Duration.ofMillis(10), Duration.ofMillis(20)))
                                .needsNoUndo("it is the only step"))
                .build();
    }
}
