package io.querent.examples.payment.command;

import io.querent.examples.payment.faults.Faults;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a run may be told. */
final class RunOptions {
    private static final int MOST_IN_FLIGHT = 10_000;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--orders",
            paramLabel = "FILE",
            description = {
                "Order file: a header, then order_id;account_id;bank_to;account_to;amount;k_symbol with text in quotes,"
                        + " and ;currency if it is not CZK. Default: 40 sample orders."
            })
    @Nullable
    Path orders;

    @Option(names = "--limit", paramLabel = "N", description = "Read this many lines of the order file. Default: all.")
    int limit = Integer.MAX_VALUE;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory of both databases and the logs; a later run in it goes on where this one ended."
                    + " Default: ${DEFAULT-VALUE}.")
    Path data = Path.of("payment.data");

    @Option(
            names = "--faults",
            paramLabel = "SPEC",
            description =
                    "What goes wrong: " + Faults.FORMS + "; kinds are listed below. Default:" + " ${DEFAULT-VALUE}.")
    private String faults = "few";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Decides which orders meet the faults. Default: ${DEFAULT-VALUE}.")
    private long seed = 104;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "Payments under way at a time, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    int inFlight = 200;

    @Option(
            names = "--bank-url",
            paramLabel = "URL",
            description = "Use a bank that runs already, such as one started with the sub-command bank.")
    @Nullable
    URI bankUrl;

    @Option(
            names = "--console",
            arity = "0..1",
            fallbackValue = "8080",
            paramLabel = "PORT",
            description =
                    "Open the console on this port of 127.0.0.1 (8080 when none is given; 0 for any that is free), and stay"
                            + " there when all orders are paid, until stopped with Ctrl-C.")
    @Nullable
    Integer consolePort;

    @Option(
            names = "--patience",
            paramLabel = "S",
            description = "Give up when nothing has happened for this many seconds. Default: ${DEFAULT-VALUE}.")
    private long patienceSeconds = 300;

    /** @throws ParameterException when the faults make no sense, or concern a bank that is not ours */
    Faults faults() {
        String spec = bankUrl != null && faults.equals("few") ? "none" : faults;
        try {
            Faults parsed = Faults.parse(spec, seed);
            if (bankUrl != null && parsed.concernTheBank()) {
                throw new IllegalArgumentException("a bank that runs already has its own faults; with --bank-url only"
                        + " held and notice-lost can be given");
            }
            return parsed;
        } catch (IllegalArgumentException refused) {
            throw wrong("--faults: " + refused.getMessage());
        }
    }

    Duration patience() {
        return Duration.ofSeconds(patienceSeconds);
    }

    /** @throws ParameterException when a number is out of its range */
    void check() {
        if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
            throw wrong("--in-flight must be 1 to " + MOST_IN_FLIGHT + ", not " + inFlight);
        }
        if (limit < 0) {
            throw wrong("--limit must not be negative, not " + limit);
        }
        if (consolePort != null && (consolePort < 0 || consolePort > 65_535)) {
            throw wrong("--console must be a port, 0 to 65535, not " + consolePort);
        }
        if (patienceSeconds < 1) {
            throw wrong("--patience must be 1 or more, not " + patienceSeconds);
        }
    }

    private ParameterException wrong(String message) {
        if (command == null) {
            throw new IllegalStateException("picocli has not set the command");
        }
        return new ParameterException(command.commandLine(), message);
    }
}
