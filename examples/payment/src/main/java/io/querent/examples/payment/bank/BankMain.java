package io.querent.examples.payment.bank;

import io.querent.examples.payment.process.ChildLifetime;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The bank as a process. It says {@code bank ready port=NNNN} on standard output once it can be called, logs to standard error, and
 * ends when its standard input does, so that it never outlives whoever started it.
 */
@Command(
        name = "bank",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The bank of the payment example: books in PostgreSQL, and faults on order.")
public final class BankMain implements Callable<Integer> {
    /** Beside the workers: the loop that brings in late requests, and one to spare. */
    private static final int CONNECTIONS_BESIDE_WORKERS = 2;

    private static final String LOG_SETTINGS = "io/querent/examples/payment/bank/bank-logback.xml";

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private @Nullable DatabaseOptions database;

    @Option(names = "--port", description = "Port on 127.0.0.1; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--workers", description = "Requests handled at once. Default: ${DEFAULT-VALUE}.")
    private int workers = BankSettings.USUAL_WORKERS;

    @Option(names = "--ignore-keys", description = "Book every send, also under a key that was booked before.")
    private boolean ignoresKeys;

    @Option(
            names = "--closed-account",
            paramLabel = "ACCOUNT",
            description = "Decline transfers to this account as account-closed; repeatable.")
    private Set<String> closedAccounts = new HashSet<>();

    @Option(
            names = "--transfer-limit",
            paramLabel = "AMOUNT",
            description = "Decline transfers above this amount, in any currency, as insufficient-funds.")
    private @Nullable BigDecimal transferLimit;

    @Option(names = "--detached", description = "Go on when standard input ends; stop on SIGTERM only.")
    private boolean detached;

    @Mixin
    private FaultOptions faults = new FaultOptions();

    /** Settings of logging come first: they are read when the first logger is made, so this class has none. */
    public static void main(String[] arguments) {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", LOG_SETTINGS);
        }
        System.exit(new CommandLine(new BankMain()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        BankSettings settings = settings();
        ChildLifetime lifetime = new ChildLifetime(!detached);
        try (lifetime;
                BankDatabase opened = chosenDatabase().open(workers + CONNECTIONS_BESIDE_WORKERS);
                BankServer server = BankServer.start(settings, opened.source())) {
            announce(server.port());
            lifetime.awaitEnd();
        }
        return CommandLine.ExitCode.OK;
    }

    /** The one line on standard output. */
    @SuppressWarnings("SystemOut")
    private static void announce(int port) {
        System.out.println("bank ready port=" + port);
        System.out.flush();
    }

    private DatabaseOptions chosenDatabase() {
        return Objects.requireNonNull(database, "the command line requires one of the database options");
    }

    private BankSettings settings() {
        try {
            return new BankSettings(port, workers, !ignoresKeys, closedAccounts, transferLimit, faults.faults());
        } catch (IllegalArgumentException refused) {
            CommandSpec command = Objects.requireNonNull(spec, "picocli sets it before it calls");
            throw new ParameterException(command.commandLine(), String.valueOf(refused.getMessage()), refused);
        }
    }
}
