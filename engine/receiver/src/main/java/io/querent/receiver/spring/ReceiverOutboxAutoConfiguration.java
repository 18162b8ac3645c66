package io.querent.receiver.spring;

import io.querent.outbox.MessagePublisher;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.outbox.ServiceOutbox;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The service's outbox, and what sends its messages where the application has a {@link MessagePublisher}. */
@AutoConfiguration(after = ReceiverAutoConfiguration.class)
@ConditionalOnBean(ReceiverDatabase.class)
public final class ReceiverOutboxAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    ServiceOutbox querentServiceOutbox(Transactions transactions, ReceiverProperties properties) {
        return new ServiceOutbox(transactions, properties.schema());
    }

    @Bean
    @ConditionalOnBean(MessagePublisher.class)
    @ConditionalOnProperty(name = "querent.receiver.relay", havingValue = "here", matchIfMissing = true)
    OutboxLifecycle querentServiceOutboxRelay(ServiceOutbox outbox, MessagePublisher publisher) {
        return new OutboxLifecycle(outbox, publisher);
    }
}
