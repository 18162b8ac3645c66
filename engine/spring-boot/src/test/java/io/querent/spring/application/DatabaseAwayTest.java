package io.querent.spring.application;

import static io.querent.spring.testing.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaStatus;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaKey;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.ScriptedBank;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;

/** The database is away, when the application starts and later on (C51): the application says so, and works when it is there. */
class DatabaseAwayTest {
    @TempDir
    private static Path directory;

    private static EmbeddedPostgresSettings settings;
    private static EmbeddedPostgresServer made;

    /** The server's password is known, and its directory made, before it is away. */
    @BeforeAll
    static void make() throws IOException {
        settings = EmbeddedPostgresSettings.in(directory.resolve("server")).withPort(freePort());
        made = EmbeddedPostgresServer.start(settings);
        made.close();
    }

    @Test
    void theApplicationStartsWithoutItsDatabaseAndWorksAsSoonAsItIsThere() throws Exception {
        try (PaymentNode node = PaymentNode.start(properties())) {
            assertThatItSaysSo(node);

            SagaHandle waiting;
            try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(settings)) {
                node.awaitHealth(Status.UP);
                assertThat(node.paid("p-1", "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
                node.bank().behave(ScriptedBank.Manner.UNREACHABLE);
                waiting = node.pay("p-2", "10.00");
                await().until(() -> node.bank().sends() > 1);
                assertThat(server.port()).isEqualTo(settings.port());
            }

            node.awaitHealth(Status.DOWN);
            node.bank().behave(ScriptedBank.Manner.ANSWERS);
            try (EmbeddedPostgresServer again = EmbeddedPostgresServer.start(settings)) {
                node.awaitHealth(Status.UP);
                assertThat(PaymentNode.ended(waiting).status()).isEqualTo(SagaStatus.COMPLETED);
                assertThat(node.paid("p-3", "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
                node.close();
                assertThat(again.port()).isEqualTo(settings.port());
            }
        }
    }

    @Test
    void aServerThatTurnsOutUnfitIsNotUsedUntilItIsFit() throws Exception {
        try (PaymentNode node = PaymentNode.start(properties())) {
            EmbeddedPostgresSettings unfit = settings.withServerSettings(Map.of("synchronous_commit", "off"));
            try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(unfit)) {
                node.awaitHealth(Status.OUT_OF_SERVICE);
                assertThat(server.port()).isEqualTo(settings.port());
                assertThat(node.health().getDetails())
                        .hasEntrySatisfying(
                                "reason",
                                reason -> assertThat(reason.toString())
                                        .contains("QRT-3102")
                                        .contains("set synchronous_commit=on"));
                assertThatExceptionOfType(EngineUnavailableException.class)
                        .isThrownBy(() -> node.pay("u-1", "10.00"))
                        .withMessageContaining("QRT-3102");
            }
            try (EmbeddedPostgresServer fit = EmbeddedPostgresServer.start(settings)) {
                node.awaitHealth(Status.UP);
                assertThat(node.paid("u-1", "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
                node.close();
                assertThat(fit.port()).isEqualTo(settings.port());
            }
        }
    }

    private static List<String> properties() {
        return List.of(
                "spring.datasource.url=" + made.jdbcUrl(),
                "spring.datasource.username=" + made.username(),
                "spring.datasource.password=" + made.password(),
                "spring.datasource.hikari.connection-timeout=500");
    }

    private static void assertThatItSaysSo(PaymentNode node) {
        assertThat(node.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(node.health().getDetails())
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason.toString()).contains("QRT-3001"));
        assertThatExceptionOfType(EngineUnavailableException.class)
                .isThrownBy(() -> node.pay("p-1", "10.00"))
                .withMessageContaining("QRT-3302")
                .withMessageContaining("QRT-3001");
        assertThatExceptionOfType(EngineUnavailableException.class)
                .isThrownBy(() -> node.engine().find(SagaKey.parse("default:payment:p-1")));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
