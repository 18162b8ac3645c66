package io.querent.examples.settlement.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.access.DatabaseAccess;
import io.querent.examples.payment.run.Console;
import io.querent.examples.settlement.SettlementExample;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the command line refuses before it starts anything, and what it says when it cannot go on. */
class CommandLineTest {
    @TempDir
    private Path directory;

    private record Ended(int exitCode, String said) {}

    private static Ended run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream all = new PrintStream(out, true, UTF_8);
        CommandLine line = RunCommand.commandLine(SettlementExample.class, new Console(all, all, false));
        each(line, new PrintWriter(all, true, UTF_8));
        int exitCode = line.execute(arguments);
        return new Ended(exitCode, out.toString(UTF_8));
    }

    private static void each(CommandLine line, PrintWriter writer) {
        line.setOut(writer).setErr(writer);
        line.getSubcommands().values().forEach(sub -> each(sub, writer));
    }

    @ParameterizedTest
    @CsvSource({
        "reconcile, --operator", "reconcile, --reason",
        "day, --operator", "day, --reason",
        "settle, --operator", "settle, --reason"
    })
    void aTextThatSaysNothingOrTooMuchIsRefusedBeforeAnythingIsStarted(String command, String option) {
        String data = "--data=" + directory.resolve("data");
        int longest = option.equals("--operator") ? 200 : 1_000;
        for (String text : new String[] {"", "  ", "x".repeat(longest + 1)}) {
            Ended ended = run(command, data, option + "=" + text);

            assertThat(ended.exitCode()).as(ended.said()).isEqualTo(2);
            assertThat(ended.said()).contains(option, "expected 1 to " + longest + " characters that say something");
            assertThat(directory.resolve("data")).doesNotExist();
        }
    }

    @Test
    void soIsTheOperatorOfADecisionAtTheDesk() {
        Ended ended = run(
                "desk",
                "decide",
                "confirm-failed",
                "default:settlement:M001",
                "--data=" + directory.resolve("data"),
                "--reason=seen",
                "--operator=");

        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said()).contains("--operator", "expected 1 to 200 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "367", "-1"})
    void daysToCatchUpWithAreBounded(String days) {
        Ended ended = run("day", "--data=" + directory.resolve("data"), "--catch-up-days=" + days);

        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said()).contains("--catch-up-days must be 1 to 366, not " + days);
    }

    @ParameterizedTest
    @CsvSource({
        "day, 1999-12-31",
        "day, 0000-06-01",
        "day, 0001-01-01",
        "day, -0044-03-15",
        "day, -999999999-01-01",
        "day --storm, 0000-06-01",
        "settle, 1999-12-31",
        "settle, 0000-06-01",
        "settle, -999999999-01-01"
    })
    void aDateBeforeAllBooksIsRefusedBeforeAnythingIsStarted(String command, String date) {
        Path data = directory.resolve("data");

        Ended ended = run((command + " --data=" + data + " --date=" + date).split(" ", -1));

        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said()).contains("--date must be 2000-01-01 or later, not " + date);
        assertThat(data).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reconcile", "settle", "history M001"})
    void aDirectoryWithoutDataIsNamed(String command) {
        Path data = directory.resolve("nothing");

        Ended ended = run((command + " --data=" + data).split(" ", -1));

        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(4);
        assertThat(ended.said())
                .contains("there is no data of a run; directory=" + data, "expected=", "found=", "--data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing.xml", "."})
    void aStatementThatCannotBeReadIsNamed(String file) {
        Path statement = directory.resolve(file);

        Ended ended = run("reconcile", "--data=" + directory, "--file=" + statement);

        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(2);
        assertThat(ended.said()).contains("Nothing was applied", statement.toString());
    }

    /** The directory is held as by a run, and what listened for others has gone. */
    @Test
    @Timeout(120)
    void aRunThatIsJustStartingOrEndingIsToldOfWithItsAddressAndWhatToDo() throws Exception {
        DataDirectory data = DataDirectory.at(directory.resolve("data")).create();
        try (EmbeddedPostgresServer held = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(data.service()))) {
            assertThat(held.jdbcUrl()).isNotEmpty();
            assertThatNobodyIsJoined(
                    data, "does not say yet", data.serviceAccess().toString());

            String url = "jdbc:postgresql://127.0.0.1:" + freePort() + "/postgres";
            new DatabaseAccess(url, "nobody", "nothing").write(data.serviceAccess());
            Files.writeString(data.addresses(), "bank=http\\://127.0.0.1\\:1\n");
            assertThatNobodyIsJoined(data, "does not say yet", data.addresses().toString());

            Files.writeString(data.addresses(), """
                    bank=http\\://127.0.0.1\\:1
                    ledger=http\\://127.0.0.1\\:1
                    kafka=127.0.0.1\\:1
                    """);
            assertThatNobodyIsJoined(data, "cannot be joined", "address=" + url);
            Ended history = run("history", "M001", "--data=" + data.root());
            assertThat(history.exitCode()).as(history.said()).isEqualTo(4);
            assertThat(history.said()).contains("address=" + url, "found=", "try again in a moment");
        }
    }

    private static void assertThatNobodyIsJoined(DataDirectory data, String... words) {
        for (String command : new String[] {"reconcile", "settle"}) {
            Ended ended = run(command, "--data=" + data.root());

            assertThat(ended.exitCode()).as(ended.said()).isEqualTo(4);
            assertThat(ended.said())
                    .contains("Cannot go on: ", "directory=" + data.root(), "expected=", "found=", "try again")
                    .contains(words)
                    .doesNotContain("\tat ");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
