package io.querent.receiver.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The receiver's meters, where the application has Micrometer. */
@AutoConfiguration(after = ReceiverAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(JdbcOperationGuard.class)
public final class ReceiverMetricsAutoConfiguration {
    @Bean
    MeterBinder querentGuardMeters(JdbcOperationGuard guard) {
        return new GuardMeters(guard.counters());
    }
}
