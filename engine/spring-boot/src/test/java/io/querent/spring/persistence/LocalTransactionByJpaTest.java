package io.querent.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaDefinition;
import io.querent.spring.persistence.InvoiceApplication.Fault;
import io.querent.spring.persistence.InvoiceApplication.Order;
import io.querent.spring.testing.Invoice;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** What a step's code writes by JDBC, jOOQ and JPA, and the step's events: one transaction, all of it or nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalTransactionByJpaTest {
    private ConfigurableApplicationContext context;
    private JdbcClient jdbc;

    @BeforeAll
    void start() throws SQLException {
        TestPostgres.Database database = TestPostgres.newDatabase();
        database.execute(Invoice.TABLE);
        database.execute("INSERT INTO invoice (number, amount) VALUES ('taken', 1)");
        database.execute("CREATE TABLE payment_of (invoice text REFERENCES invoice DEFERRABLE INITIALLY DEFERRED)");
        context = new SpringApplicationBuilder(InvoiceApplication.class)
                .properties("spring.main.web-application-type=none", "spring.main.banner-mode=off")
                .properties(database.properties().toArray(String[]::new))
                .run();
        jdbc = context.getBean(JdbcClient.class);
    }

    @AfterAll
    void stop() {
        context.close();
    }

    @Test
    void theTransactionManagerIsJpas() {
        assertThat(context.getBean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
    }

    @Test
    void allWritesAndTheEventsCommitTogether() throws Exception {
        assertThat(PaymentNode.ended(invoice(Fault.NONE)).status()).isEqualTo(SagaStatus.COMPLETED);

        assertThat(written(Fault.NONE)).containsExactly("NONE-jdbc", "NONE-jooq", "NONE-jpa");
        assertThat(jdbc.sql("SELECT DISTINCT xmin::text::bigint FROM invoice WHERE number LIKE 'NONE-%'"
                                + " UNION SELECT transaction_id FROM querent.history JOIN querent.saga USING (bucket, saga_id)"
                                + " WHERE business_key = 'NONE' AND type = 'operation-succeeded'")
                        .query(Long.class)
                        .list())
                .as("transactions that wrote rows and event")
                .hasSize(1);
        assertThat(context.getBean(InvoiceSteps.class).runs(Fault.NONE)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"EXCEPTION", "DUPLICATE", "STALE", "STALE_AT_COMMIT", "DEFERRED"})
    void afterAFailureNothingIsThereAndItIsNoUnknownOutcome(Fault fault) throws Exception {
        SagaHandle handle = invoice(fault);

        assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.FAILED);
        assertThat(written(fault)).isEmpty();
        assertThat(context.getBean(InvoiceSteps.class).runs(fault))
                .as("runs, by the step's own budget")
                .isEqualTo(2);
        assertThat(eventTypes(fault)).doesNotContain("outcome-unknown", "operation-succeeded");
        SagaHistory history = handle.history();
        assertThat(history.toString()).contains("rolled-back");
    }

    @Test
    void aRefusalIsRecordedWithoutTheWrites() throws Exception {
        assertThat(PaymentNode.ended(invoice(Fault.REJECTED)).status()).isEqualTo(SagaStatus.FAILED);

        assertThat(written(Fault.REJECTED)).isEmpty();
        assertThat(eventTypes(Fault.REJECTED)).contains("operation-rejected");
    }

    @Test
    void aBrokenConnectionIsTheDatabasesFaultAndNotTheSteps() throws Exception {
        assertThat(PaymentNode.ended(invoice(Fault.CONNECTION)).status()).isEqualTo(SagaStatus.COMPLETED);

        assertThat(written(Fault.CONNECTION)).containsExactly("CONNECTION-jdbc", "CONNECTION-jooq", "CONNECTION-jpa");
        assertThat(context.getBean(InvoiceSteps.class).runs(Fault.CONNECTION)).isEqualTo(2);
        assertThat(eventTypes(Fault.CONNECTION))
                .as("an attempt is not counted for it")
                .doesNotContain("attempt-not-executed", "outcome-unknown");
    }

    @SuppressWarnings("unchecked")
    private SagaHandle invoice(Fault fault) {
        SagaDefinition<Order> invoicing = (SagaDefinition<Order>) context.getBean("invoicing");
        return context.getBean(SagaEngine.class).start(invoicing, new Order(fault.name(), fault));
    }

    private List<String> written(Fault fault) {
        return jdbc.sql("SELECT number FROM invoice WHERE number LIKE ? ORDER BY number")
                .param(fault + "-%")
                .query(String.class)
                .list();
    }

    private List<String> eventTypes(Fault fault) {
        return jdbc.sql("SELECT type FROM querent.history JOIN querent.saga USING (bucket, saga_id)"
                        + " WHERE business_key = ? ORDER BY sequence")
                .param(fault.name())
                .query(String.class)
                .list();
    }
}
