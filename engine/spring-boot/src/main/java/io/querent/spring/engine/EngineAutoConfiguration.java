package io.querent.spring.engine;

import io.querent.outbox.MessagePublisher;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.work.Definitions;
import io.querent.spring.QuerentProperties;
import io.querent.spring.axon.AxonAutoConfiguration;
import io.querent.spring.axon.AxonShell;
import io.querent.spring.database.EngineDatabase;
import io.querent.spring.journal.SpringCallerTransactions;
import io.querent.spring.journal.SpringLocalTransactions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** The {@link io.querent.runtime.SagaEngine} bean and its life. */
@AutoConfiguration(after = AxonAutoConfiguration.class)
@ConditionalOnBean(EngineDatabase.class)
public final class EngineAutoConfiguration {
    /** Depends on nothing, so that steps and event handlers may depend on it. */
    @Bean
    DeferredSagaEngine querentEngine() {
        return new DeferredSagaEngine();
    }

    @Bean
    EngineLifecycle querentEngineLifecycle(EngineStart start, DeferredSagaEngine engine, QuerentProperties properties) {
        return new EngineLifecycle(start, engine, properties);
    }

    @Bean
    EngineStart querentEngineStart(
            EngineDatabase database,
            PostgresJournal journal,
            SpringLocalTransactions transactions,
            SpringCallerTransactions callers,
            PayloadCodec payloads,
            Definitions definitions,
            EngineSettings settings,
            AxonShell axon,
            ObjectProvider<MessagePublisher> publisher,
            QuerentProperties properties) {
        return new EngineStart(
                database,
                journal,
                transactions,
                callers,
                payloads,
                definitions,
                settings,
                axon,
                new OutboxStart(publisher.getIfAvailable(), properties.outbox()),
                properties);
    }
}
