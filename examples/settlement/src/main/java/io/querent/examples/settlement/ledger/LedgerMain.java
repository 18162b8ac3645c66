package io.querent.examples.settlement.ledger;

import io.querent.examples.payment.process.ChildLifetime;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The ledger as a process. It says {@code ledger ready port=NNNN} on standard output once it can be called, logs to standard error, and
 * ends when its standard input does, so that it never outlives whoever started it.
 */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The ledger of the settlement example: a service that uses the receiver.")
public final class LedgerMain implements Callable<Integer> {
    private static final String LOG_SETTINGS = "io/querent/examples/settlement/child-logback.xml";

    @Option(names = "--data-dir", required = true, paramLabel = "DIR", description = "Directory of its PostgreSQL.")
    private Path directory = Path.of("");

    @Option(names = "--port", description = "Port on 127.0.0.1; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Broker to take notices from. Without it none are taken.")
    private @Nullable String kafka;

    @Option(names = "--detached", description = "Go on when standard input ends; stop on SIGTERM only.")
    private boolean detached;

    /** Settings of logging come first: they are read when the first logger is made, so this class has none. */
    public static void main(String[] arguments) {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", LOG_SETTINGS);
        }
        // Logging begins before Spring does, and stays as it is.
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        System.exit(new CommandLine(new LedgerMain()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (ChildLifetime lifetime = new ChildLifetime(!detached);
                RunningLedger ledger = RunningLedger.start(directory, port, kafka)) {
            announce(ledger.port());
            lifetime.awaitEnd();
        }
        return CommandLine.ExitCode.OK;
    }

    /** The one line on standard output. */
    @SuppressWarnings("SystemOut")
    private static void announce(int port) {
        System.out.println("ledger ready port=" + port);
        System.out.flush();
    }
}
