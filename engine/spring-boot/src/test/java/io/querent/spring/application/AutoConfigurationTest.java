package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.work.Definitions;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.spring.axon.AxonShell;
import io.querent.spring.database.EngineDatabase;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.testing.Nowhere;
import io.querent.spring.testing.PaymentNode;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.axonframework.config.ProcessingGroup;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which beans there are, and when not. No database is needed for that: the application starts without. */
class AutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues(PaymentNode.WITHOUT_JPA)
            .withUserConfiguration(Application.class);

    @Test
    void allIsThereThoughTheDatabaseIsNot() {
        runner.withPropertyValues("querent.node-name=left")
                .withBean(DataSource.class, () -> Nowhere.named("away"))
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .hasSingleBean(SagaEngine.class)
                            .hasSingleBean(Definitions.class)
                            .hasSingleBean(AxonShell.class)
                            .hasSingleBean(EngineDatabase.class)
                            .hasBean("querentHealthIndicator")
                            .doesNotHaveBean(EmbeddedPostgresServer.class);
                    assertThat(context.getBean(EngineSettings.class).node()).isEqualTo("left");
                });
    }

    @Test
    void stepsAndEventHandlersMayUseTheEngine() {
        runner.withBean(DataSource.class, () -> Nowhere.named("away"))
                .withBean(FollowUp.class)
                .withUserConfiguration(StartingOthers.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(FollowUp.class));
    }

    @Test
    void nothingIsThereWhenSwitchedOff(@TempDir Path directory) {
        runner.withPropertyValues(
                        "querent.enabled=false", "querent.embedded.data-directory=" + directory.resolve("data"))
                .withBean(DataSource.class, () -> Nowhere.named("away"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(SagaEngine.class)
                        .doesNotHaveBean(EngineDatabase.class)
                        .doesNotHaveBean(EngineSettings.class)
                        .doesNotHaveBean("querentHealthIndicator"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void connectionDetailsOfATestContainerOrTheLikeAreADatabase() {
        runner.withBean(JdbcConnectionDetails.class, Details::new)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(DataSource.class)
                        .doesNotHaveBean(EmbeddedPostgresServer.class));
    }

    @Test
    void payloadsAreWrittenByTheApplicationsCodecIfItHasOne() {
        PayloadCodec own = new PayloadCodec();
        runner.withBean(DataSource.class, () -> Nowhere.named("away"))
                .withBean("ownCodec", PayloadCodec.class, () -> own)
                .run(context -> assertThat(context).getBean(PayloadCodec.class).isSameAs(own));
    }

    @Test
    void anApplicationWithoutSpringBootsHealthDoesWithoutOurs() {
        runner.withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .withBean(DataSource.class, () -> Nowhere.named("away"))
                .run(context ->
                        assertThat(context).hasSingleBean(SagaEngine.class).doesNotHaveBean("querentHealthIndicator"));
    }

    @Test
    void healthCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.querent.enabled=false")
                .withBean(DataSource.class, () -> Nowhere.named("away"))
                .run(context ->
                        assertThat(context).hasSingleBean(SagaEngine.class).doesNotHaveBean("querentHealthIndicator"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class StartingOthers {
        @Bean
        SagaDefinition<String> startingOthers(SagaEngine engine) {
            return Saga.define("starting", String.class)
                    .businessKey(number -> number)
                    .step(
                            "look",
                            Done.class,
                            step -> step.request(String.class, saga -> saga.input())
                                    .inTransaction((call, number) ->
                                            engine.find(SagaKey.parse(number)).isPresent()
                                                    ? Outcome.done()
                                                    : Outcome.rejected("gone", "gone"))
                                    .needsNoUndo("only looks"))
                    .build();
        }
    }

    /** Starts something when something else has ended. */
    @ProcessingGroup("follow-up")
    static class FollowUp {
        private final SagaEngine engine;

        FollowUp(SagaEngine engine) {
            this.engine = engine;
        }

        @EventHandler
        void on(SagaEvent.SagaCompleted event) {
            assertThat(engine).isNotNull();
        }
    }

    private static final class Details implements JdbcConnectionDetails {
        @Override
        public String getUsername() {
            return "nobody";
        }

        @Override
        public String getPassword() {
            return "nothing";
        }

        @Override
        public String getJdbcUrl() {
            return "jdbc:postgresql://127.0.0.1:1/nowhere";
        }
    }
}
