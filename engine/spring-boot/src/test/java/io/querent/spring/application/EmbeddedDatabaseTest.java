package io.querent.spring.application;

import static io.querent.spring.testing.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.ScriptedBank;
import io.querent.spring.testing.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.health.contributor.Status;

/** Without a database of its own an application is given one, whose data outlives it. */
class EmbeddedDatabaseTest {
    @TempDir
    private static Path temporary;

    @Test
    void aWaitingSagaGoesOnAfterARestartOnTheSameDirectory() throws Exception {
        SagaHandle waiting;
        try (PaymentNode node = startEmbedded()) {
            node.bank().behave(ScriptedBank.Manner.UNREACHABLE);
            waiting = node.pay("p-1", "10.00");
            await().until(() -> node.bank().sends() > 0);
            node.awaitHealth(Status.UP);
            assertThat(node.health().getDetails())
                    .containsEntry("database", "embedded")
                    .hasEntrySatisfying(
                            "directory", found -> assertThat(found.toString()).contains("payments"));
        }
        try (PaymentNode node = startEmbedded()) {
            SagaHandle found = node.engine().find(waiting.key()).orElseThrow();

            assertThat(PaymentNode.ended(found).status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(node.bookings().count("p-1"))
                    .as("booked once, before the restart")
                    .isEqualTo(1);
            assertThat(node.bank().books()).containsOnlyKeys("default:payment:p-1:transfer");
        }
    }

    @Test
    void aServerThatIsKilledComesBackAndWhatRunsGoesOn() throws Exception {
        try (PaymentNode node = startEmbedded()) {
            node.awaitHealth(Status.UP);
            node.bank().behave(ScriptedBank.Manner.UNREACHABLE);
            SagaHandle waiting = node.pay("killed-1", "10.00");
            await().until(() -> node.bank().sends() > 1);
            Path note = node.bean(EmbeddedPostgresServer.class).dataDirectory().resolve("postmaster.pid");
            long postmaster = Long.parseLong(Files.readAllLines(note).get(0).strip());

            ProcessHandle.of(postmaster).orElseThrow().destroyForcibly();

            node.awaitHealth(Status.DOWN);
            node.bank().behave(ScriptedBank.Manner.ANSWERS);
            node.awaitHealth(Status.UP);
            assertThat(PaymentNode.ended(waiting).status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(node.paid("killed-2", "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(node.bookings().count("killed-1")).isEqualTo(1);
            assertThat(node.health().getDetails()).containsEntry("sagasWithoutWakeUp", 0L);
        }
    }

    @Test
    void theServerEndsWithTheApplication() {
        EmbeddedPostgresServer server;
        HikariDataSource pool;
        try (PaymentNode node = startEmbedded("spring.datasource.hikari.maximum-pool-size=17")) {
            server = node.bean(EmbeddedPostgresServer.class);
            pool = node.bean(HikariDataSource.class);
            assertThat(pool.getMaximumPoolSize())
                    .as("the application's own properties win")
                    .isEqualTo(17);
            assertThat(pool.getPoolName()).isEqualTo("querent-embedded");
        }

        assertThat(pool.isClosed()).isTrue();
        assertThat(server.dataDirectory().resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void theServerEndsWithAnApplicationThatDoesNotStart() {
        assertThatExceptionOfType(BeanCreationException.class)
                .isThrownBy(() -> startEmbedded("spring.datasource.hikari.minimum-idle=-1"));

        assertThat(temporary.resolve("payments").resolve("data")).exists();
        assertThat(temporary.resolve("payments").resolve("data").resolve("postmaster.pid"))
                .doesNotExist();
    }

    @Test
    void aDatabaseOfTheApplicationsOwnReplacesIt() throws SQLException {
        List<String> properties = new ArrayList<>(TestPostgres.newDatabase().properties());
        properties.add("querent.embedded.data-directory=" + temporary.resolve("unused"));

        try (PaymentNode node = PaymentNode.start(properties)) {
            assertThat(node.context().getBeansOfType(EmbeddedPostgresServer.class))
                    .isEmpty();
            assertThat(node.health().getDetails()).containsEntry("database", "external");
        }
        assertThat(temporary.resolve("unused")).doesNotExist();
    }

    private PaymentNode startEmbedded(String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("querent.embedded.data-directory=" + temporary.resolve("payments"));
        return PaymentNode.start(all);
    }
}
