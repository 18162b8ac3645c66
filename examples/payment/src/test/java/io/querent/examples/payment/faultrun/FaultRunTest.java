package io.querent.examples.payment.faultrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.faultrun.storm.Kind;
import io.querent.examples.payment.faultrun.verdict.FaultReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The storm that every build has to get through. A longer one: {@code examples/payment/fault-run --minutes 60}. */
@Tag("exhaustive")
class FaultRunTest {
    private static final long SEED = 20_261_129;
    private static final Duration STORM = Duration.ofMinutes(2);
    private static final int LEAST_KILLS = 30;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    /** What is printed stands in the build's log: the seed and the directory of a run that went wrong, and the figures of any. */
    @Test
    @Timeout(900)
    @SuppressWarnings("SystemOut")
    void whateverIsKilledStoppedOrCutOffEveryPaymentIsMadeOnce() throws Exception {
        System.out.println("seed " + SEED + ", data and logs in " + directory);
        FaultReport report =
                new FaultRun(SEED, STORM, 15, Duration.ofMinutes(4), "default").in(directory, notice -> {});
        String text = String.join("\n", report.lines());
        System.out.println(text);

        assertThat(report.problems()).as(text).isEmpty();
        assertThat(report.isClean()).isTrue();
        assertThat(report.figure("double effects")).isZero();
        assertThat(report.figure("lost")).isZero();
        assertThat(report.figure("stuck")).isZero();
        assertThat(report.figure("without wake-up")).isZero();
        assertThat(report.figure("in review")).isZero();
        assertThat(report.figure("kills")).as(text).isGreaterThanOrEqualTo(LEAST_KILLS);
        assertThat(report.injections().keySet())
                .as(text)
                .containsAll(Stream.of(Kind.values()).map(Kind::label).toList());
        assertThat(report.figure("sagas")).as(text).isGreaterThan(500);
        assertThat(report.figure("unknowns"))
                .as("a storm in which nothing is unknown is none")
                .isPositive();
    }
}
