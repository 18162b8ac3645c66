package io.querent.spring.persistence;

import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.spring.persistence.InvoiceApplication.Fault;
import io.querent.spring.persistence.InvoiceApplication.Order;
import io.querent.spring.testing.Invoice;
import io.querent.spring.testing.Invoices;
import jakarta.persistence.EntityManager;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A step's code with all that may write. */
@Component
public class InvoiceSteps {
    private final JdbcClient jdbc;
    private final DSLContext jooq;
    private final Invoices invoices;
    private final EntityManager entities;
    private final Map<Fault, AtomicInteger> runs = new ConcurrentHashMap<>();

    public InvoiceSteps(JdbcClient jdbc, DSLContext jooq, Invoices invoices, EntityManager entities) {
        this.jdbc = jdbc;
        this.jooq = jooq;
        this.invoices = invoices;
        this.entities = entities;
    }

    /** How often it ran. */
    public int runs(Fault fault) {
        return runs.computeIfAbsent(fault, unused -> new AtomicInteger()).get();
    }

    /** Transactional itself, as an application's services are: it takes part in the step's transaction. */
    @Transactional
    public Outcome<Done> invoice(Call call, Order order) {
        runs.computeIfAbsent(order.fault(), unused -> new AtomicInteger()).incrementAndGet();
        jdbc.sql("INSERT INTO invoice (number, amount) VALUES (?, 1)")
                .param(order.number() + "-jdbc")
                .update();
        jooq.insertInto(DSL.table("invoice"), DSL.field("number", String.class), DSL.field("amount", BigDecimal.class))
                .values(order.number() + "-jooq", BigDecimal.TEN)
                .execute();
        invoices.save(new Invoice(order.number() + "-jpa", BigDecimal.ONE));
        return goOn(order);
    }

    private Outcome<Done> goOn(Order order) {
        Fault fault = order.fault();
        switch (fault) {
            case EXCEPTION -> throw new IllegalStateException("broken after all was written");
            case DUPLICATE -> entities.persist(new Invoice("taken", BigDecimal.ONE));
            case STALE -> makeStale();
            case STALE_AT_COMMIT ->
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCommit(boolean readOnly) {
                        makeStale();
                    }
                });
            case DEFERRED ->
                jdbc.sql("INSERT INTO payment_of VALUES ('nothing')").update();
            case CONNECTION ->
                jdbc.sql("SELECT pg_terminate_backend(pg_backend_pid()) WHERE ? = 1")
                        .param(runs(fault))
                        .query()
                        .listOfRows();
            default -> {}
        }
        return fault == Fault.REJECTED ? Outcome.rejected("refused", "no such customer") : Outcome.done();
    }

    private void makeStale() {
        invoices.findById("taken").orElseThrow().raise(BigDecimal.ONE);
        jdbc.sql("UPDATE invoice SET version = version + 1 WHERE number = 'taken'")
                .update();
    }
}
