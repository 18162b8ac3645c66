package io.querent.receiver.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.querent.receiver.GuardCounters;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The receiver's meters, where the application has Micrometer. */
@AutoConfiguration(after = ReceiverAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(GuardCounters.class)
public final class ReceiverMetricsAutoConfiguration {
    @Bean
    MeterBinder querentGuardMeters(GuardCounters counters) {
        return new GuardMeters(counters);
    }
}
