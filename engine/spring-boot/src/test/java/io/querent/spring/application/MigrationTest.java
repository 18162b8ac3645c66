package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application's own Flyway and Querent's know nothing of each other, whoever comes first. */
class MigrationTest {
    @Test
    void theApplicationsMigrationsRunFirst() throws Exception {
        assertThatBothAreThere(TestPostgres.newDatabase());
    }

    @Test
    void theApplicationComesToHaveMigrationsLater() throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        PaymentNode.start(database.properties()).close();

        assertThatBothAreThere(database);
        assertThatBothAreThere(database);
    }

    private static void assertThatBothAreThere(TestPostgres.Database database) throws Exception {
        try (PaymentNode node = PaymentNode.start(database.properties(), OwnMigrations.class)) {
            assertThat(node.paid("p-" + System.nanoTime(), "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(tables(node, "public"))
                    .contains("customer", "flyway_schema_history")
                    .doesNotContain("saga");
            assertThat(tables(node, "querent")).contains("saga", "migration").doesNotContain("customer");
        }
    }

    private static List<String> tables(PaymentNode node, String schema) {
        return node.bean(JdbcClient.class)
                .sql("SELECT table_name FROM information_schema.tables WHERE table_schema = ?")
                .param(schema)
                .query(String.class)
                .list();
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnMigrations {
        /** As Spring Boot's own Flyway support does it. */
        @Bean(initMethod = "migrate")
        Flyway flyway(DataSource dataSource) {
            return Flyway.configure()
                    .dataSource(dataSource)
                    .locations("classpath:application-migration")
                    .load();
        }
    }
}
