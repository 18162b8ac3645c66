package io.querent.examples.settlement.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.run.Console;
import io.querent.examples.settlement.SettlementExample;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.examples.settlement.site.DirectoryHold;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One run at a time in a directory, from its first moment; the other one is a process of its own. */
@Timeout(300)
class SecondRunTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private DataDirectory data;

    @BeforeEach
    void makeDirectory() throws IOException {
        data = DataDirectory.at(directory.resolve("data")).create();
        Files.createDirectories(data.service());
    }

    /** What is killed before its database has begun leaves none; otherwise its server is left behind. */
    @AfterEach
    void stopServersThatWereLeftBehind() throws IOException {
        for (Path part : List.of(data.service(), data.ledger(), data.bank())) {
            if (Files.exists(part) && hasServer(part)) {
                EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(part)).close();
            }
        }
    }

    private static boolean hasServer(Path part) throws IOException {
        try (Stream<Path> files = Files.walk(part)) {
            return files.anyMatch(file -> file.endsWith("postmaster.pid"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--storm", "--seed=7"})
    void aRunThatIsJustStartingIsNotDisturbedAndOnceKilledBlocksNobody(String option) throws Exception {
        try (ChildRun first = ChildRun.start(1, List.of("day", "--data=" + data.root(), option))) {
            first.awaitBegin(PATIENCE);
            assertRefused("day");
            assertRefused("day", "--storm");
            assertRefused("day", "--bank-url=http://127.0.0.1:1");
            assertRefused("settle");
            assertRefused("reconcile");
            first.killAll();
        }
        assertThatItIsFree();
    }

    @Test
    void theSameProcessHoldsItOnceToo() throws Exception {
        DirectoryHold hold = DirectoryHold.of(data).orElseThrow();
        try (hold) {
            assertThat(DirectoryHold.of(data)).isEmpty();
            assertRefused("day")
                    .contains("another run holds the directory", "found=its lock on " + data.hold(), "--data");
            assertRefused("settle").contains("the run in progress is not at work", "try again in a moment");
            assertRefused("reconcile").contains("the run in progress is not at work", "try again in a moment");
            // Neither a log of a process nor its data, nor where it listens.
            assertThat(data.root().toFile().list()).containsExactlyInAnyOrder("service", "run.lock");
        }
        assertThatItIsFree();
    }

    private AbstractStringAssert<?> assertRefused(String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream all = new PrintStream(said, true, UTF_8);
        String[] line = Stream.concat(Stream.of(arguments), Stream.of("--data=" + data.root()))
                .toArray(String[]::new);
        int exitCode = RunCommand.commandLine(SettlementExample.class, new Console(all, all, false))
                .setErr(new PrintWriter(all, true, UTF_8))
                .execute(line);
        assertThat(exitCode).as(said.toString(UTF_8)).isEqualTo(4);
        return assertThat(said.toString(UTF_8))
                .contains("Cannot go on: ", "directory=" + data.root())
                .doesNotContain("Data in ");
    }

    private void assertThatItIsFree() throws IOException {
        DirectoryHold hold = DirectoryHold.of(data).orElseThrow();
        hold.close();
    }
}
