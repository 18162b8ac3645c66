package io.querent.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.saga.Amount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class QuerentPropertiesTest {
    @Test
    void nothingHasToBeSet() {
        QuerentProperties properties = bind(Map.of());

        assertThat(properties.enabled()).isTrue();
        assertThat(properties.nodeName()).isNull();
        assertThat(properties.lease()).isEqualTo(Duration.ofSeconds(15));
        assertThat(properties.allowAsynchronousCommit()).isFalse();
        assertThat(properties.embedded().dataDirectory()).isEqualTo(Path.of("querent.data"));
        assertThat(properties.embedded().serverSettings()).isEmpty();
        assertThat(properties.journal().writers()).isEqualTo(2);
    }

    @Test
    void everythingCanBeSet() {
        QuerentProperties properties = bind(Map.of(
                "querent.node-name", "left",
                "querent.lease", "20s",
                "querent.journal.writers", "4",
                "querent.events.batch-size", "10",
                "querent.connect.start-up-wait", "1m",
                "querent.embedded.data-directory", "/var/lib/querent",
                "querent.embedded.server-settings.shared_buffers", "64MB"));

        assertThat(properties.nodeName()).isEqualTo("left");
        assertThat(properties.lease()).isEqualTo(Duration.ofSeconds(20));
        assertThat(properties.journal().writers()).isEqualTo(4);
        assertThat(properties.events().batchSize()).isEqualTo(10);
        assertThat(properties.connect().startUpWait()).isEqualTo(Duration.ofMinutes(1));
        assertThat(properties.embedded().dataDirectory()).isEqualTo(Path.of("/var/lib/querent"));
        assertThat(properties.embedded().serverSettings()).containsEntry("shared_buffers", "64MB");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    querent.lease                     | 2h    | expected=500ms to 1h
                    querent.poll-interval             | 0s    | expected=10ms to 1m
                    querent.max-sagas                 | 0     | expected=1 to 1000000
                    querent.call-threads              | 0     | expected=1 to 10000
                    querent.local-transactions        | 0     | expected=1 to 1000
                    querent.start-timeout             | 1ms   | expected=100ms to 1h
                    querent.drain-grace               | -1s   | expected=0h to 1h
                    querent.connect.start-up-wait     | -1s   | expected=0h to 1h
                    querent.connect.first-pause       | 1ms   | expected=10ms to 1h
                    querent.connect.longest-pause     | 100ms | expected=500ms to 1h
                    querent.journal.writers           | 17    | expected=1 to 16
                    querent.journal.batch-limit       | 1001  | expected=1 to 1000
                    querent.journal.queue-limit       | 255   | expected=256 to 1000000
                    querent.journal.close-limit       | 0s    | expected=1ms to 1h
                    querent.events.poll-interval      | 1ms   | expected=10ms to 1m
                    querent.events.cached-events      | 0     | expected=1 to 100000
                    querent.events.batch-size         | 0     | expected=1 to 10000
                    querent.events.segments           | 1025  | expected=1 to 1024
                    querent.retention.keep-history    | 30d   | expected=744h to 876600h
                    querent.retention.keep-past-work  | 1d    | expected=744h to 876600h
                    querent.retention.keep-keys       | 461d  | expected=11088h to 876600h
                    querent.retention.batch           | 0     | expected=1 to 10000
                    querent.retention.months-per-run  | 0     | expected=1 to 1200
                    querent.retention.every           | 0s    | expected=1s to 720h
                    querent.outbox.at-a-time          | 0     | expected=1 to 1000
                    querent.outbox.poll-interval      | 1ms   | expected=10ms to 1h
                    querent.outbox.time-limit         | 1ms   | expected=100ms to 1h
                    querent.outbox.attempts           | 0     | expected=1 to 1000
                    querent.outbox.within             | 0s    | expected=1ms to 8784h
                    querent.outbox.first-pause        | 0s    | expected=1ms to 1h
                    querent.outbox.longest-pause      | 100ms | expected=1s to 24h
                    querent.outbox.keep-sent          | -1s   | expected=0h to 87840h
                    querent.second-person.rules[0].definition | '' | expected=a definition
                    querent.second-person.rules[0].decisions | compnsate | expected=* or names out of [abandon,
                    querent.second-person.rules[0].above | 1000   | expected=an amount and its currency
                    querent.second-person.rules[0].above | 1e99 EUR | expected=an amount and its currency
                    querent.second-person.rules[0].expires | 1s   | expected=1m to 720h
                    querent.embedded.port             | 65536 | expected=0 to 65535
                    querent.embedded.start-up-timeout | 0s    | expected=1s to 24h
                    """)
    void aValueOutOfItsRangeIsRefusedByName(String property, String value, String expected) {
        assertThatThrownBy(() -> bind(Map.of(property, value)))
                .rootCause()
                .isInstanceOf(StartUpException.class)
                .hasMessageContaining("QRT-5100")
                .hasMessageContaining("property=" + property + ", ")
                .hasMessageContaining(expected);
    }

    @Test
    void rulesForASecondPersonAreRead() {
        QuerentProperties properties = bind(Map.of(
                "querent.second-person.rules[0].definition", "payment",
                "querent.second-person.rules[0].decisions", "compensate,confirm-failed",
                "querent.second-person.rules[0].above", "1000 EUR, 900.50 USD",
                "querent.second-person.rules[1].expires", "1d"));

        assertThat(properties.secondPerson().toRules().rules())
                .containsExactly(
                        new SecondPersonRule(
                                "payment",
                                Set.of("compensate", "confirm-failed"),
                                List.of(Amount.of("1000", "EUR"), Amount.of("900.50", "USD")),
                                Duration.ofHours(4)),
                        new SecondPersonRule("*", Set.of("*"), List.of(), Duration.ofDays(1)));
        assertThat(bind(Map.of()).secondPerson().toRules()).isEqualTo(SecondPersonRules.NONE);
    }

    @Test
    void twoLimitsOfOneCurrencyAreRefused() {
        assertThatThrownBy(() -> bind(Map.of("querent.second-person.rules[0].above", "1 EUR, 2 EUR")))
                .rootCause()
                .hasMessageContaining("property=querent.second-person.rules[0]")
                .hasMessageContaining("one amount a currency");
    }

    @Test
    void aNodeNameThatIsTooLongOrEmptyIsRefused() {
        assertThatThrownBy(() -> bind(Map.of("querent.node-name", "x".repeat(101))))
                .rootCause()
                .hasMessageContaining("querent.node-name's length, found=101");
        assertThatThrownBy(() -> bind(Map.of("querent.node-name", " ")))
                .rootCause()
                .hasMessageContaining("querent.node-name's length, found=0");
    }

    @Test
    void editorsAreToldOfEveryProperty() throws IOException {
        try (InputStream metadata = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(new String(metadata.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"name\": \"querent.lease\"")
                    .contains("how long a saga stays with a node that shows no sign of life")
                    .contains("\"defaultValue\": \"15s\"")
                    .contains("\"name\": \"querent.embedded.data-directory\"")
                    .contains("\"name\": \"querent.journal.writers\"")
                    .contains("\"name\": \"querent.outbox.relay\"")
                    .contains("by this application's MessagePublisher bean, or elsewhere");
        }
    }

    private static QuerentProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("querent", QuerentProperties.class);
    }
}
