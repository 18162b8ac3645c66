package io.querent.spring.engine;

import io.querent.postgres.PostgresJournal;
import io.querent.runtime.EngineSettings;
import io.querent.spring.database.EngineDatabase;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health {@code querent}, where the application has Spring Boot's health. */
@AutoConfiguration(after = EngineAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(DeferredSagaEngine.class)
@ConditionalOnEnabledHealthIndicator("querent")
public final class HealthAutoConfiguration {
    @Bean
    QuerentHealthIndicator querentHealthIndicator(
            DeferredSagaEngine engine, EngineDatabase database, EngineSettings settings, PostgresJournal journal) {
        return new QuerentHealthIndicator(engine, database, settings, new WakeUpCheck(journal));
    }
}
