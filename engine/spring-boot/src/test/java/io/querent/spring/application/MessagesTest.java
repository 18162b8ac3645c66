package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.querent.decision.SagaStatus;
import io.querent.outbox.MessagePublisher;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.saga.Message;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import io.querent.spring.testing.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application whose sagas publish: with a publisher, without, and with one elsewhere. */
@ExtendWith(OutputCaptureExtension.class)
class MessagesTest {
    @TempDir
    private Path folder;

    @Test
    void messagesAreSentByTheApplicationsPublisher() throws Exception {
        Path file = folder.resolve("messages.txt");
        try (PaymentNode node =
                PaymentNode.start(properties("messages.file=" + file), Publishing.class, ToFile.class)) {
            assertThat(announce(node)).isEqualTo(SagaStatus.COMPLETED);

            Waiting.await()
                    .until(() -> Files.exists(file) && Files.readAllLines(file).size() == 1);
            assertThat(Files.readString(file)).isEqualTo("default:announce:n1:tell news {\"text\":\"hello\"}\n");
            assertThat(node.engine()
                            .search()
                            .find(Page.first(Filter.all().with("kind", "greeting"), 10))
                            .sagas())
                    .hasSize(1);
            MeterRegistry meters = new SimpleMeterRegistry();
            node.bean(MeterBinder.class).bindTo(meters);
            Waiting.await()
                    .until(() -> meters.get("querent.messages.sent")
                                    .functionCounter()
                                    .count()
                            == 1);
            Waiting.await()
                    .until(() -> !Double.isNaN(
                            meters.get("querent.outbox.waiting").gauge().value()));
            assertThat(meters.get("querent.outbox.parked").gauge().value()).isZero();
            assertThat(node.health().getDetails()).containsKey("outbox");
        }
    }

    @Test
    void withoutAPublisherTheApplicationDoesNotStart(CapturedOutput output) throws Exception {
        assertThatThrownBy(() -> PaymentNode.start(properties(), Publishing.class));

        assertThat(output)
                .contains("QRT-5150")
                .contains("definitions=[announce version 1]")
                .contains("querent.outbox.relay=elsewhere");
    }

    @Test
    void messagesMayBeSentElsewhere() throws Exception {
        Path file = folder.resolve("messages.txt");
        List<String> properties = properties("messages.file=" + file, "querent.outbox.relay=elsewhere");
        try (PaymentNode node = PaymentNode.start(properties, Publishing.class, ToFile.class)) {
            assertThat(announce(node)).isEqualTo(SagaStatus.COMPLETED);
            Waiting.await().until(() -> {
                Map<?, ?> outbox = (Map<?, ?>) node.health().getDetails().get("outbox");
                return outbox != null && Long.valueOf(1).equals(outbox.get("waiting"));
            });
            assertThat(file).doesNotExist();
        }
    }

    @SuppressWarnings("unchecked")
    private static SagaStatus announce(PaymentNode node) throws Exception {
        SagaDefinition<String> definition =
                (SagaDefinition<String>) node.context().getBean("announce", SagaDefinition.class);
        return PaymentNode.ended(node.engine().start(definition, "n1")).status();
    }

    private static List<String> properties(String... more) throws SQLException {
        List<String> properties = new ArrayList<>(TestPostgres.newDatabase().properties());
        properties.addAll(List.of(more));
        return properties;
    }

    @Configuration(proxyBeanMethods = false)
    static class Publishing {
        @Bean
        SagaDefinition<String> announce() {
            return Saga.define("announce", String.class)
                    .businessKey(number -> number)
                    .attribute("kind", number -> "greeting")
                    .publish(
                            "tell",
                            step -> step.message(view -> new Message<>("news", null, Map.of("text", "hello")))
                                    .needsNoUndo("it is only a greeting"))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ToFile {
        @Bean
        MessagePublisher publisher(@Value("${messages.file}") Path file) {
            return message -> append(file, message.id() + " " + message.topic() + " " + message.text() + "\n");
        }

        private static void append(Path file, String line) throws IOException {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
