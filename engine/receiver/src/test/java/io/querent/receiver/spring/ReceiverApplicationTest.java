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
import io.querent.receiver.inbox.Inbox;
import io.querent.receiver.inbox.InboxMessage;
import io.querent.receiver.inbox.InboxRetention;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.inbox.Receipt;
import io.querent.receiver.jdbc.ReceiverSchema;
import io.querent.receiver.outbox.NewMessage;
import io.querent.receiver.outbox.ServiceOutbox;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    static class Remembering extends Plain {
        static final InboxSettings SETTINGS = InboxSettings.DEFAULT.withKeep(Duration.ofDays(3));

        @Bean
        InboxSettings settings() {
            return SETTINGS;
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
    void theInboxHasItsSettingsAndItsDaysAreLookedAfter() throws Exception {
        String old = "querent_receiver.inbox_"
                + LocalDate.now(ZoneOffset.UTC).minusDays(40).toString().replace("-", "");
        ReceiverSchema.migrate(database.dataSource());
        database.execute("SELECT querent_receiver.ensure_inbox_day((now() AT TIME ZONE 'UTC')::date - 40)");
        try (ConfigurableApplicationContext application =
                start(Plain.class, "querent.receiver.inbox.keep=30d", "querent.receiver.inbox.again.attempts=3")) {
            InboxSettings settings = application.getBean(InboxSettings.class);
            assertThat(settings.keep()).isEqualTo(Duration.ofDays(30));
            assertThat(settings.again().budget().attempts()).isEqualTo(3);
            Inbox inbox = application.getBean(Inbox.class);
            assertThat(inbox.handle(message(), "group", (message, connection) -> {}))
                    .isEqualTo(new Receipt.Handled());
            assertThat(inbox.handle(message(), "group", (message, connection) -> {}))
                    .isEqualTo(new Receipt.Duplicate());
            await().untilAsserted(() -> assertThat(database.count("SELECT count(to_regclass('" + old + "'))"))
                    .isZero());
            await().untilAsserted(() -> assertThat(database.count(
                            "SELECT count(*) FROM pg_class WHERE relname ~ '^inbox_[0-9]{8}$' AND relkind = 'r'"))
                    .isEqualTo(3));
        }
    }

    @Test
    void anInboxOfTheApplicationsOwnMakingIsTheOnlyOne() {
        try (ConfigurableApplicationContext application = start(Remembering.class)) {
            assertThat(application.getBean(InboxSettings.class)).isEqualTo(Remembering.SETTINGS);
            await().untilAsserted(
                            () -> assertThat(database.count("SELECT keep_days FROM querent_receiver.inbox_memory"))
                                    .isEqualTo(3));
        }
    }

    @Test
    void whatAnotherProcessLooksAfterIsLeftAlone() {
        try (ConfigurableApplicationContext application = start(Plain.class, "querent.receiver.inbox.upkeep=false")) {
            assertThat(application.getBeansOfType(InboxRetention.class)).isEmpty();
            assertThat(application.getBean(Inbox.class)).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "keep=1h, QRT-9052, key=querent.receiver.inbox.keep",
        "keep=47h, QRT-9052, key=querent.receiver.inbox.keep",
        "wait-for-copy=0, QRT-9052, key=querent.receiver.inbox.wait-for-copy",
        "again.at-a-time=0, QRT-9013, atATime",
        "again.attempts=0, QRT-9013, attempts"
    })
    void aSettingOfTheInboxThatIsOutOfRangeStopsTheStart(String setting, String code, String named) {
        assertThatThrownBy(() -> start(Plain.class, "querent.receiver.inbox." + setting))
                .hasStackTraceContaining(code)
                .hasStackTraceContaining(named);
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

    private static InboxMessage message() {
        return new InboxMessage("m-1", null, new byte[0], Instant.now(), List.of(), "test");
    }

    private ConfigurableApplicationContext start(Class<?> application, String... settings) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.datasource.url=jdbc:postgresql://127.0.0.1:" + ReceiverServer.port() + "/"
                                + database.name(),
                        "spring.datasource.username=postgres")
                .properties(settings)
                .run();
    }
}
