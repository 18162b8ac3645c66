package io.querent.examples.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both processes killed with SIGKILL in the middle of it all, each and together: what is stored goes on, and the books are clean. */
class KilledRunTest {
    private static final int ORDERS = 90;
    private static final Duration PROGRESS = Duration.ofMinutes(2);
    private static final long SEED = 20_261_129;

    @TempDir
    private Path directory;

    @AfterEach
    void stopServersThatWereLeftBehind() {
        for (String part : new String[] {"ledger", "bank"}) {
            Path data = directory.resolve("data").resolve(part);
            if (Files.exists(data)) {
                EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(data)).close();
            }
        }
    }

    @Test
    @Timeout(600)
    void whateverIsKilledTheRestOfTheRunSettlesEveryOrderOnce() throws Exception {
        OrderFiles.write(directory.resolve("orders.csv"), OrderFiles.orders(ORDERS));
        Random moments = new Random(SEED);

        try (ChildRun run = run(moments.nextInt(ORDERS / 3))) {
            run.awaitProgress(PROGRESS);
            run.killService();
        }
        try (ChildRun run = run(ORDERS / 3 + moments.nextInt(ORDERS / 4))) {
            run.awaitProgress(PROGRESS);
            assertThatHistoryCanBeReadMeanwhile();
            run.killBoth();
        }
        try (ChildRun run = run(ORDERS * 2 / 3 + moments.nextInt(ORDERS / 4))) {
            run.awaitProgress(PROGRESS);
            run.killBank();

            assertThat(run.awaitEnd(PROGRESS)).as(run.output()).isZero();
            assertThat(run.output())
                    .contains("the bank ended with code 137 and is started again")
                    .containsPattern("All payments here +" + ORDERS)
                    .contains("all agree");
        }
    }

    /** It reads through the server of the run in progress, whose directory is locked. */
    private void assertThatHistoryCanBeReadMeanwhile() {
        InProcess history = InProcess.run("history", "7001", "--data=" + directory.resolve("data"));

        assertThat(history.exitCode()).as(history.notices()).isZero();
        assertThat(history.result()).contains("default:payment:7001:reserve-funds");
    }

    private ChildRun run(int awaited) throws Exception {
        return ChildRun.start(
                awaited,
                "--orders=" + directory.resolve("orders.csv"),
                "--data=" + directory.resolve("data"),
                "--faults=heavy",
                "--in-flight=30",
                "--seed=3");
    }
}
