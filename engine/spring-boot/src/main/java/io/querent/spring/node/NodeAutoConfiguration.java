package io.querent.spring.node;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.work.Definitions;
import io.querent.spring.QuerentProperties;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The engine's settings and the definitions it can run: every {@link io.querent.saga.SagaDefinition} bean. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "querent.enabled", matchIfMissing = true)
@EnableConfigurationProperties(QuerentProperties.class)
public final class NodeAutoConfiguration {
    @Bean
    EngineSettings querentEngineSettings(QuerentProperties properties) {
        String node = properties.nodeName();
        return new EngineSettings(
                node == null ? NodeName.ofThisProcess() : node.strip(),
                properties.lease(),
                properties.pollInterval(),
                properties.maxSagas(),
                properties.callThreads(),
                properties.localTransactions(),
                properties.startTimeout(),
                properties.drainGrace(),
                properties.askBeforeFirstSend(),
                properties.keepLetters(),
                properties.secondPerson().toRules());
    }

    @Bean
    Definitions querentDefinitions(ListableBeanFactory beans) {
        return DefinitionBeans.of(beans);
    }
}
