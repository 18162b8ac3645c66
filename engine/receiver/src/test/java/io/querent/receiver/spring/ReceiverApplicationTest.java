package io.querent.receiver.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutgoingMessage;
import io.querent.receiver.Body;
import io.querent.receiver.Execution;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationGuard;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.outbox.NewMessage;
import io.querent.receiver.outbox.ServiceOutbox;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The receiver in an application that serves no HTTP. */
class ReceiverApplicationTest {
    private ReceiverDatabase database;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Plain {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Telling extends Plain {
        static final Queue<OutgoingMessage> SENT = new ConcurrentLinkedQueue<>();

        @Bean
        MessagePublisher publisher() {
            return SENT::add;
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class TwoDatabases {
        @Bean
        DataSource one() {
            return DataSourceBuilder.create()
                    .url("jdbc:postgresql://127.0.0.1/one")
                    .build();
        }

        @Bean
        DataSource other() {
            return DataSourceBuilder.create()
                    .url("jdbc:postgresql://127.0.0.1/other")
                    .build();
        }
    }

    @BeforeEach
    void open() {
        database = ReceiverServer.newEmptyDatabase();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void anEmptyDatabaseIsGivenItsTablesAndOperationsAreCounted() throws Exception {
        try (ConfigurableApplicationContext application = start(Plain.class)) {
            OperationGuard guard = application.getBean(OperationGuard.class);
            assertThat(guard.execute(request(), transaction -> OperationAnswer.succeeded(Body.json("{}"))))
                    .isInstanceOf(Execution.Applied.class);
            assertThat(guard.execute(request(), transaction -> OperationAnswer.succeeded(Body.json("{}"))))
                    .isInstanceOf(Execution.Replayed.class);
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            application.getBeansOfType(MeterBinder.class).values().forEach(each -> each.bindTo(meters));
            assertThat(meters.get("querent.receiver.unknown").gauge().value()).isZero();
            assertThat(meters.get("querent.receiver.requests")
                            .tag("outcome", "replayed")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aMessageIsSentWithWhatItTellsOfOrNotAtAll() throws Exception {
        try (ConfigurableApplicationContext application = start(Telling.class)) {
            OperationGuard guard = application.getBean(OperationGuard.class);
            ServiceOutbox outbox = application.getBean(ServiceOutbox.class);
            assertThatThrownBy(() -> guard.execute(request(), transaction -> {
                        outbox.write(transaction.connection(), NewMessage.json("undone", "topic", null, "{}"));
                        throw new IllegalStateException("after the message");
                    }))
                    .hasMessage("after the message");
            guard.execute(request(), transaction -> {
                outbox.write(transaction.connection(), NewMessage.json("done", "topic", null, "{}"));
                return OperationAnswer.succeeded(Body.json("{}"));
            });
            await().untilAsserted(() ->
                    assertThat(Telling.SENT).extracting(OutgoingMessage::id).containsExactly("done"));
        }
    }

    @Test
    void ofSeveralDatabasesOneIsToBeNamed() {
        assertThatThrownBy(() -> start(TwoDatabases.class))
                .hasStackTraceContaining("QRT-9150")
                .hasStackTraceContaining("querent.receiver.data-source")
                .hasStackTraceContaining("one, other");
    }

    private static OperationRequest request() {
        return OperationRequest.of("shop", "k-1", "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private ConfigurableApplicationContext start(Class<?> application) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.datasource.url=jdbc:postgresql://127.0.0.1:" + ReceiverServer.port() + "/"
                                + database.name(),
                        "spring.datasource.username=postgres")
                .run();
    }
}
