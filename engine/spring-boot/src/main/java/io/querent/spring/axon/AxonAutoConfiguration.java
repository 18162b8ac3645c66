package io.querent.spring.axon;

import io.querent.axon.AxonSettings;
import io.querent.axon.EventSubscribers;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.work.Definitions;
import io.querent.spring.QuerentProperties;
import io.querent.spring.database.EngineDatabase;
import io.querent.spring.journal.JournalAutoConfiguration;
import io.querent.spring.node.NodeAutoConfiguration;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/**
 * The Axon shell. Beans with {@code @EventHandler} methods are fed by streaming processors, each batch in a transaction of the
 * engine's database together with the position it leads to. Other beans that a handler needs it is given when it is made, not as
 * parameters of its handler methods.
 *
 * <p>Axon's own Spring Boot starter is not used. On Spring Boot 4 it finds neither transaction manager nor data source, without a
 * word; it interrupts handlers by default, calls home, falls back to XStream, and brings a second application context's worth of
 * conditions to say no to. What is needed of it is a dozen lines: to find the beans that handle events.
 */
@AutoConfiguration(after = {JournalAutoConfiguration.class, NodeAutoConfiguration.class})
@ConditionalOnBean(EngineDatabase.class)
public final class AxonAutoConfiguration {
    @Bean
    AxonShell querentAxonShell(
            PostgresJournal journal,
            PostgresEventLog log,
            Definitions definitions,
            EventSubscribers querentEventSubscribers,
            QuerentProperties properties) {
        QuerentProperties.Events events = properties.events();
        return new AxonShell(
                journal,
                log,
                definitions,
                querentEventSubscribers,
                new AxonSettings(events.pollInterval(), events.cachedEvents(), events.batchSize(), events.segments()));
    }

    @Bean
    EventSubscribers querentEventSubscribers(
            ConfigurableListableBeanFactory beans,
            EngineDatabase database,
            EngineSettings settings,
            ObjectProvider<TransactionManager> transactionManagers,
            ObjectProvider<TokenStore> tokenStores) {
        return AxonCheck.passed(new EventSubscribers(
                EventHandlerBeans.in(beans),
                tokenStores.getIfAvailable(() -> PostgresTokenStore.of(database, settings.node())),
                transactionManagers.getIfAvailable(() -> PostgresTokenStore.transactionsOf(database))));
    }
}
