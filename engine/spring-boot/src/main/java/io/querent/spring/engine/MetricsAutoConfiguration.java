package io.querent.spring.engine;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.querent.runtime.EngineSettings;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The engine's meters, where the application has Micrometer. */
@AutoConfiguration(after = EngineAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(DeferredSagaEngine.class)
public final class MetricsAutoConfiguration {
    @Bean
    MeterBinder querentMeters(DeferredSagaEngine engine, EngineSettings settings) {
        return new EngineMeters(engine, settings);
    }
}
