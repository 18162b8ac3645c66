package io.querent.receiver.spring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.querent.receiver.GuardFigures;
import io.querent.receiver.inbox.InboxRetention;
import io.querent.receiver.jdbc.ReceiverUpkeep;
import io.querent.receiver.jdbc.Transactions;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Partitions ahead, old ones away, lost leases and figures, by a timer. */
@AutoConfiguration(after = ReceiverAutoConfiguration.class)
@ConditionalOnBean(ReceiverDatabase.class)
public final class ReceiverUpkeepAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    ReceiverUpkeep querentReceiverUpkeep(Transactions transactions, ReceiverProperties properties) {
        return new ReceiverUpkeep(transactions, properties.guard(), properties.retention());
    }

    @Bean
    UpkeepLifecycle querentReceiverUpkeepTimer(ReceiverUpkeep upkeep, ObjectProvider<InboxRetention> inbox) {
        return new UpkeepLifecycle(upkeep, inbox.getIfAvailable());
    }

    /** What operations that are not at their end come to, in the whole database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Gauges {
        @Bean
        MeterBinder querentReceiverFigures(UpkeepLifecycle upkeep) {
            return registry -> {
                gauge(upkeep, "in.progress", GuardFigures::inProgress).register(registry);
                gauge(upkeep, "expired.leases", GuardFigures::expiredLeases).register(registry);
                gauge(upkeep, "retryable", GuardFigures::retryable).register(registry);
                gauge(upkeep, "unknown", GuardFigures::unknown).register(registry);
                gauge(
                                upkeep,
                                "unknown.oldest.seconds",
                                figures -> figures.oldestUnknown().toSeconds())
                        .register(registry);
            };
        }

        private static Gauge.Builder<UpkeepLifecycle> gauge(
                UpkeepLifecycle upkeep, String name, ToDoubleFunction<GuardFigures> figure) {
            return Gauge.builder("querent.receiver." + name, upkeep, each -> figure.applyAsDouble(each.figures()));
        }
    }
}
