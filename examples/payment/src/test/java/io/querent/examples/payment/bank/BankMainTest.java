package io.querent.examples.payment.bank;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.faults.LookupFault;
import io.querent.examples.payment.bank.faults.SendFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The bank as the payment service starts it: a process of its own. */
class BankMainTest {
    private static final int SIGTERM_EXIT_CODE = 128 + 15;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void endsWhenItsStandardInputEnds() throws Exception {
        Process bank = startOn(TestDatabase.create(), "--fault", "reply-lost=0", "--slow-ms=1-2", "--seed=7");
        int port = readyPort(bank);
        assertThat(summaryAt(port)).contains("\"parked\":0");

        bank.getOutputStream().close();
        assertThat(bank.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(bank.exitValue()).isZero();
        assertThat(bank.getInputStream().readAllBytes()).isEmpty();
    }

    @Test
    void detachedEndsOnSigterm() throws Exception {
        Process bank = startOn(TestDatabase.create(), "--detached");
        int port = readyPort(bank);
        bank.getOutputStream().close();
        assertThat(summaryAt(port)).contains("\"parked\":0");

        bank.destroy();
        assertThat(bank.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(bank.exitValue()).isEqualTo(SIGTERM_EXIT_CODE);
    }

    @Test
    void booksInADirectoryOutliveTheProcess(@TempDir Path directory) throws Exception {
        Process first = start("--data-dir", directory.resolve("bank").toString());
        assertThat(transferAt(readyPort(first))).isEqualTo(201);
        first.destroy();
        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();

        Process second = start("--data-dir", directory.resolve("bank").toString());
        assertThat(transferAt(readyPort(second))).isEqualTo(200);
        second.getOutputStream().close();
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isZero();
    }

    @Test
    void optionsOutsideTheirRangeAreRefusedBeforeAnythingStarts() {
        assertThat(refusal("--jdbc-url=jdbc:x", "--fault", "reply-lost=0.6", "--fault", "request-lost=0.5"))
                .contains("at most 1");
        assertThat(refusal("--jdbc-url=jdbc:x", "--fault", "nonsense=1")).contains("no such fault: nonsense");
        assertThat(refusal("--jdbc-url=jdbc:x", "--slow-ms=10-5")).contains("longest");
        assertThat(refusal("--port=1")).contains("--data-dir").contains("--jdbc-url");
    }

    @Test
    void helpNamesEveryFault() {
        String help = new CommandLine(new BankMain()).getUsageMessage(CommandLine.Help.Ansi.OFF);

        assertThat(SendFault.values()).allMatch(fault -> help.contains(fault.label()));
        assertThat(LookupFault.values()).allMatch(fault -> help.contains(fault.label()));
    }

    private static String refusal(String... arguments) {
        StringWriter errors = new StringWriter();
        CommandLine command = new CommandLine(new BankMain()).setErr(new PrintWriter(errors));
        assertThat(command.execute(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        return errors.toString();
    }

    private Process startOn(TestDatabase database, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--jdbc-url", database.url(), "--jdbc-user", database.user(), "--jdbc-password", database.password()));
        all.addAll(List.of(arguments));
        return start(all.toArray(String[]::new));
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BankMain.class.getName()));
        command.addAll(List.of(arguments));
        Process bank = new ProcessBuilder(command).start();
        started.add(bank);
        return bank;
    }

    /** The rest of the standard output stays with the process: nothing more may come. */
    private static int readyPort(Process bank) throws IOException {
        BufferedReader output = bank.inputReader(UTF_8);
        String line = output.readLine();
        assertThat(line).matches("bank ready port=[0-9]+");
        return Integer.parseInt(line.substring(line.indexOf('=') + 1));
    }

    private static String summaryAt(int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/books/summary"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    private static int transferAt(int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/transfers"))
                .header("Idempotency-Key", "K1")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Bodies.TRANSFER))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
