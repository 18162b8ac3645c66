package io.querent.examples.settlement.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.run.Console;
import io.querent.examples.settlement.SettlementExample;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The whole of it: real service, bank, ledger and broker, in processes of their own. One directory for all tests, because making three
 * databases takes longer than a day's settlement; so they have an order.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SettlementRunTest {
    private static final Duration PATIENCE = Duration.ofMinutes(8);

    @TempDir
    private static Path directory;

    /** Tests that kill leave servers behind. */
    @AfterAll
    static void stopServersThatWereLeftBehind() {
        for (String part : new String[] {"service", "ledger", "bank"}) {
            Path data = directory.resolve("data").resolve(part);
            if (Files.exists(data)) {
                EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(data)).close();
            }
        }
    }

    private record Ended(int exitCode, String result, String notices) {
        String all() {
            return result + "\n" + notices;
        }
    }

    private static Ended run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream result = new PrintStream(out, true, UTF_8);
        PrintStream notices = new PrintStream(err, true, UTF_8);
        CommandLine line = RunCommand.commandLine(SettlementExample.class, new Console(result, notices, false))
                .setOut(new PrintWriter(result, true, UTF_8))
                .setErr(new PrintWriter(notices, true, UTF_8));
        int exitCode = line.execute(arguments);
        return new Ended(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    private static List<String> arguments(String date, int payouts, String faults, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--data=" + directory.resolve("data"),
                "--date=" + date,
                "--merchants=3",
                "--payouts=" + payouts,
                "--faults=" + faults,
                "--patience=120"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private static Ended day(String date, int payouts, String faults, String... more) {
        return run(arguments(date, payouts, faults, more).toArray(String[]::new));
    }

    @Test
    @Order(1)
    @Timeout(600)
    void aDayWithFaultsEndsWithAllBooksInAgreement() {
        Ended day = day(
                "2026-01-27", 30, "reply-lost=0.2,request-lost=0.2,pending=0.1,decline=0.1,error-after-booking=0.2");

        assertThat(day.exitCode()).as(day.all()).isZero();
        assertThat(day.result())
                .containsPattern("  completed +3")
                .containsPattern("Payouts +30")
                .contains("all agree");
        assertThat(figure(day, "Unknown"))
                .isPositive()
                .isEqualTo(Stream.of(
                                "  found by asking",
                                "  absent, sent again",
                                "  by the statement",
                                "  by a person",
                                "  told unasked",
                                "  still open")
                        .mapToInt(line -> figure(day, line))
                        .sum());
        assertThat(figure(day, "Attempts"))
                .isEqualTo(Stream.of("  first", "  after not executed", "  after an absent one", "  after a decision")
                        .mapToInt(line -> figure(day, line))
                        .sum());
    }

    /** The number in the line of the table that begins so. */
    private static int figure(Ended day, String name) {
        return day.result()
                .lines()
                .filter(line -> line.startsWith(name + "  "))
                .map(line -> line.substring(name.length()).strip().split(" ", 2)[0])
                .map(number -> Integer.parseInt(number.replace(",", "")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDateThatIsNotOverIsRefused() {
        Ended early = day("2999-01-01", 30, "none");

        assertThat(early.exitCode()).as(early.all()).isEqualTo(2);
        assertThat(early.notices()).contains("--date must be over; 2999-01-01 ends at 2999-01-01T17:00:00Z");
    }

    @Test
    @Order(2)
    @Timeout(180)
    void aDateThatIsSettledIsNotAskedForAgainWithoutAReason() {
        Ended again = day("2026-01-27", 30, "none");

        assertThat(again.exitCode()).as(again.all()).isEqualTo(2);
        assertThat(again.notices())
                .contains("2026-01-27 is settled (3 of 3 settlements); nothing was asked for. Give --reason");
    }

    @Test
    @Order(3)
    @Timeout(300)
    void withAReasonAllIsReplayedAndTheCrossCheckFindsWhatWasTakenAwayMeanwhile() throws Exception {
        Path report;
        try (Stream<Path> reports = Files.list(directory.resolve("data").resolve("reports"))) {
            report = reports.sorted().findFirst().orElseThrow();
        }
        byte[] content = Files.readAllBytes(report);
        Files.delete(report);

        Ended again = day("2026-01-27", 30, "none", "--reason=the auditors ask", "--operator=olga");

        assertThat(again.exitCode()).as(again.all()).isEqualTo(1);
        assertThat(again.notices())
                .contains(
                        "2026-01-27: asking for 3 settlements, BY_HAND by olga; expecting 3 settled before, 0 under way, 0 new",
                        "2026-01-27: 3 replayed, 0 new");
        assertThat(again.result()).containsPattern("  new +0").containsPattern("  replayed +3");
        assertThat(again.result().lines().filter(line -> line.startsWith("ERROR ")))
                .singleElement()
                .asString()
                .startsWith("ERROR MISSING in reports; key=" + report.getFileName());
        Files.write(report, content);
        assertThatHistoryHasBothExecutions();
    }

    private static void assertThatHistoryHasBothExecutions() {
        Ended history = run("history", "M002", "--data=" + directory.resolve("data"));

        assertThat(history.exitCode()).as(history.all()).isZero();
        assertThat(history.result())
                .containsPattern("M002:2026-01-27:v1 +BY_HAND +\\S+ +STARTED.*the date was named on the command line")
                .containsPattern("M002:2026-01-27:v1 +BY_HAND +olga +REPLAYED.*the auditors ask")
                .contains("default:settlement:M002:2026-01-27:v1:pay.B0001");
    }

    @Test
    @Tag("exhaustive")
    @Order(4)
    @Timeout(1_200)
    void whateverIsKilledTheRestOfTheDayIsSettledOnce() throws Exception {
        String heavy = "reply-lost=0.2,request-lost=0.1,slow-booking=0.1,late-booking=0.1,decline=0.05";
        try (ChildRun run = ChildRun.start(5, arguments("2026-01-28", 60, heavy))) {
            run.awaitProgress(PATIENCE);
            run.killAll();
        }
        try (ChildRun run = ChildRun.start(30, arguments("2026-01-28", 60, heavy))) {
            run.awaitProgress(PATIENCE);
            run.kill("bank");
            run.kill("ledger");
            run.kill("broker");

            assertThat(run.awaitEnd(PATIENCE)).as(run.output()).isZero();
            assertThat(run.output())
                    .contains("RETRY by ")
                    .containsPattern("  unsettled +0")
                    .contains("all agree");
        }
    }
}
