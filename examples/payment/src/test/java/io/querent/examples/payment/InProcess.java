package io.querent.examples.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.payment.command.RunCommand;
import io.querent.examples.payment.run.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/**
 * What a command that ran within the test's process said.
 *
 * @param notices what it told beside its result
 */
record InProcess(int exitCode, String result, String notices) {
    static InProcess run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream result = new PrintStream(out, true, UTF_8);
        PrintStream notices = new PrintStream(err, true, UTF_8);
        CommandLine line = RunCommand.commandLine(PaymentExample.class, new Console(result, notices, false))
                .setOut(new PrintWriter(result, true, UTF_8))
                .setErr(new PrintWriter(notices, true, UTF_8));
        int exitCode = line.execute(arguments);
        return new InProcess(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** The figure in the first row of the report with that name. */
    int figure(String name) {
        return result.lines()
                .map(String::strip)
                .filter(row -> row.startsWith(name + " "))
                .map(row -> row.substring(name.length()).strip().replaceFirst(" .*", ""))
                .map(figure -> Integer.parseInt(figure.replace(",", "")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + name + " in\n" + result + notices));
    }

    List<String> errors() {
        return result.lines().filter(row -> row.startsWith("ERROR ")).toList();
    }
}
