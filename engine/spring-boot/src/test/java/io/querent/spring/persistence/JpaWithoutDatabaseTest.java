package io.querent.spring.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaEngine;
import io.querent.saga.SagaKey;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** With two settings an application with JPA starts while its database is away, as one without JPA does. */
class JpaWithoutDatabaseTest {
    @Test
    void theApplicationStarts() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(InvoiceApplication.class)
                .properties(
                        "spring.main.web-application-type=none",
                        "spring.main.banner-mode=off",
                        "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
                        "spring.jpa.database-platform=org.hibernate.dialect.PostgreSQLDialect",
                        "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false")
                .run()) {
            assertThat(context.isRunning()).isTrue();
            assertThatExceptionOfType(EngineUnavailableException.class)
                    .isThrownBy(() -> context.getBean(SagaEngine.class).find(SagaKey.parse("default:invoicing:1")));
        }
    }
}
