package io.querent.spring.embedded;

import static io.querent.spring.embedded.Workplace.execute;
import static io.querent.spring.embedded.Workplace.kill;
import static io.querent.spring.embedded.Workplace.queryOne;
import static io.querent.spring.embedded.Workplace.signal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What case C86 asks of the embedded server: killed with or without its engine, it is found again, and never doubled. */
@Tag("exhaustive")
@Timeout(90)
class EmbeddedPostgresCrashTest {

    private static final Duration SHORT = Duration.ofSeconds(1);

    @TempDir
    private Path temporary;

    private Workplace workplace;

    @BeforeEach
    void openWorkplace() throws IOException {
        workplace = new Workplace(temporary).usedBefore();
    }

    @AfterEach
    void closeWorkplace() throws IOException {
        workplace.close();
    }

    @Test
    void serverOfAKilledProcessIsTakenOverAndStopped() throws IOException, SQLException {
        workplace.startProcess().awaitStarted().kill();
        long orphan = workplace.postmaster();

        EmbeddedPostgresServer server = workplace.start();
        execute(server, "CREATE TABLE kept AS SELECT 1");
        assertThat(workplace.postmaster()).isEqualTo(orphan);
        server.close();

        Workplace.awaitEnd(orphan);
        assertThat(workplace.data().resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void serverOfAKilledProcessIsRestartedForOtherSettings() throws IOException, SQLException {
        workplace.startProcess().awaitStarted().kill();
        long orphan = workplace.postmaster();

        EmbeddedPostgresServer server =
                workplace.start(workplace.settings().withServerSettings(Map.of("work_mem", "5MB")));

        assertThat(workplace.postmaster()).isNotEqualTo(orphan);
        assertThat(queryOne(server, "SHOW work_mem")).isEqualTo("5MB");
    }

    @Test
    void committedRowsSurviveProcessAndServerKilledTogether() throws IOException, SQLException {
        ServerProcess process = workplace.startProcess().awaitStarted();
        try (Connection connection = workplace.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n");
        }
        kill(workplace.postmaster());
        process.kill();

        EmbeddedPostgresServer server = workplace.start();

        assertThat(queryOne(server, "SELECT count(*) FROM kept")).isEqualTo("1000");
    }

    @Test
    void serverThatDiesIsStartedAgainWhereItsClientsKnowIt() throws IOException, SQLException {
        EmbeddedPostgresServer server = workplace.start();
        execute(server, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n");
        for (int round = 0; round < 2; round++) {
            long dead = workplace.postmaster();
            int port = server.port();
            kill(dead);

            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(SQLException.class)
                    .until(() -> queryOne(server, "SELECT count(*) FROM kept").equals("1000"));
            assertThat(workplace.postmaster()).isNotEqualTo(dead);
            assertThat(server.port()).isEqualTo(port);
        }
        long last = workplace.postmaster();
        server.close();
        Workplace.awaitEnd(last);
    }

    @Test
    void aHeldDirectoryIsRefusedAtOnceAndAFreeOneIsNot() throws IOException {
        ServerProcess process = workplace.startProcess().awaitStarted();

        assertThatExceptionOfType(EmbeddedPostgresException.class)
                .isThrownBy(() -> EmbeddedPostgresServer.requireFree(workplace.directory()))
                .withMessageContaining("QRT-5001")
                .withMessageContaining("found=process " + process.processId());

        process.kill();
        EmbeddedPostgresServer.requireFree(workplace.directory());
        EmbeddedPostgresServer.requireFree(temporary.resolve("nothing"));
        assertThat(temporary.resolve("nothing")).doesNotExist();
        EmbeddedPostgresServer server = workplace.start();
        assertThat(server.port()).isPositive();
        assertThatExceptionOfType(EmbeddedPostgresException.class)
                .isThrownBy(() -> EmbeddedPostgresServer.requireFree(workplace.directory()))
                .withMessageContaining("this very process");
    }

    @Test
    void ofTwoProcessesStartingTogetherExactlyOneWins() throws IOException {
        for (int round = 0; round < 3; round++) {
            List<ServerProcess> both = List.of(workplace.startProcess(), workplace.startProcess());

            assertThat(both).filteredOn(ServerProcess::isStarted).hasSize(1);
            assertThat(both)
                    .filteredOn(process -> !process.isStarted())
                    .allSatisfy(loser -> assertThat(loser.awaitOutcome()).contains("QRT-5001"));
            both.forEach(ServerProcess::kill);
        }
        assertThat(workplace.start().port()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"programs-*.unfinished", "data-*.unfinished", "data/postmaster.pid"})
    void processKilledDuringItsFirstStartIsNoObstacle(String reached) throws IOException, SQLException {
        workplace.forgetData();
        if (reached.startsWith("programs")) {
            CleanlyStopped.unlink(workplace.directory());
        }
        ServerProcess process = workplace.startProcess();
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(30))
                .until(() -> exists(reached));
        process.kill();

        EmbeddedPostgresServer server = workplace.start();

        assertThat(queryOne(server, "SELECT 1")).isEqualTo("1");
        assertThat(exists("*.unfinished")).isFalse();
    }

    @Test
    void noteOfADeadServerIsNoObstacleWhoeverHasItsProcessIdNow() throws IOException {
        workplace.startProcess().awaitStarted().kill();
        Path note = workplace.data().resolve("postmaster.pid");
        kill(workplace.postmaster());
        Process someoneElse = new ProcessBuilder("cat").start();
        Files.writeString(note, Files.readString(note).replaceFirst("\\d+", Long.toString(someoneElse.pid())));

        workplace.start().close();
        assertThat(someoneElse.isAlive()).isTrue();
        someoneElse.destroy();

        Files.createFile(note);
        assertThat(workplace.start().port()).isPositive();
    }

    @Test
    void stuckServerIsNeverKilledButReported() throws Exception {
        workplace.startProcess().awaitStarted().kill();
        long stuck = workplace.postmaster();
        signal("STOP", stuck);

        assertRefused("QRT-5007");
        assertThat(ProcessHandle.of(stuck).filter(ProcessHandle::isAlive)).isPresent();

        signal("CONT", stuck);
        assertThat(workplace.start().port()).isPositive();
    }

    @Test
    void backendsThatOutliveTheirServerAreWaitedFor() throws Exception {
        ServerProcess process = workplace.startProcess().awaitStarted();
        long backend = workplace.startEndlessStatement();
        kill(workplace.postmaster());
        process.kill();

        assertRefused("QRT-5012");

        CompletableFuture<EmbeddedPostgresServer> start = CompletableFuture.supplyAsync(workplace::start);
        await().until(() -> Files.readString(workplace.directory().resolve("log/last-program.log"))
                .contains("shared memory"));
        ProcessHandle.of(backend).ifPresent(ProcessHandle::destroy);
        assertThat(start.get().port()).isPositive();
    }

    private void assertRefused(String code) {
        assertThatExceptionOfType(EmbeddedPostgresException.class)
                .isThrownBy(() -> workplace.start(workplace.settings().withStartupTimeout(SHORT)))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    private boolean exists(String glob) throws IOException {
        if (!Files.exists(workplace.directory())) {
            return false;
        }
        if (!glob.contains("*")) {
            return Files.exists(workplace.directory().resolve(glob));
        }
        try (var found = Files.newDirectoryStream(workplace.directory(), glob)) {
            return found.iterator().hasNext();
        }
    }
}
