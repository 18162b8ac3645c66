package io.querent.examples.payment.command;

import io.querent.command.QuerentCommand;
import io.querent.examples.payment.bank.BankMain;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.order.OrderFileException;
import io.querent.examples.payment.order.OrderReader;
import io.querent.examples.payment.run.BankProcess;
import io.querent.examples.payment.run.Console;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Pays the orders of a file, whatever goes wrong, and proves it by the books. */
@Command(
        name = "payment",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        version = "Querent payment example",
        usageHelpAutoWidth = true,
        subcommands = {HistoryCommand.class, BankMain.class},
        description = {
            "Pays the orders of a file through a bank that loses requests and answers on purpose, and compares all books"
                    + " at the end. Kill it, or the bank, at any moment and run it again: it goes on where it was.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all payments settled and all books agree; orders that were refused are listed and counted apart",
            " 1:the cross-check found something wrong in the books",
            " 2:the command line or the order file makes no sense",
            " 3:payments wait for a person, or did not end in time",
            " 4:the database or the bank could not be started, or was lost"
        })
public final class RunCommand implements Callable<Integer> {
    /** Name of the command that looks at sagas and decides about them. */
    public static final String DESK = "desk";

    private static final Duration BANK_START = Duration.ofMinutes(2);

    private final Class<?> startClass;
    private final Console console;

    @Mixin
    private RunOptions options = new RunOptions();

    /** Whether the process was told to end: what fails from then on, fails because of that. */
    private volatile boolean stopping;

    private RunCommand(Class<?> startClass, Console console) {
        this.startClass = startClass;
        this.console = console;
    }

    /**
     * The whole command line: this command and its sub-commands.
     *
     * @param startClass the program's start class, by which the bank is started as well
     */
    public static CommandLine commandLine(Class<?> startClass, Console console) {
        CommandLine line = new CommandLine(new RunCommand(startClass, console));
        line.getCommandSpec()
                .usageMessage()
                .footer("%nKinds of faults, each with a rate of 0 to 1:%n  " + Faults.kindsInWords() + "%n");
        line.setParameterExceptionHandler((wrong, arguments) -> {
            wrong.getCommandLine().getErr().println(wrong.getMessage());
            wrong.getCommandLine().getErr().println("Try --help.");
            return ExitCodes.BAD_USAGE;
        });
        line.setExecutionExceptionHandler((failure, at, parsed) -> {
            at.getErr().println("Cannot go on: " + Causes.describe(failure));
            return ExitCodes.CANNOT_RUN;
        });
        line.addSubcommand(DESK, desk());
        return line;
    }

    /** The commands that look at sagas and decide about them, with exit codes of their own. */
    public static CommandLine desk() {
        return QuerentCommand.on(new DataAccess()).setCommandName(DESK);
    }

    @Override
    public Integer call() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping = true));
        options.check();
        Faults faults = options.faults();
        OrderSource source = new OrderSource(options.orders);
        try (OrderReader orders = source.open()) {
            return run(orders, source.countLines(options.limit), faults);
        } catch (OrderFileException | IOException unreadable) {
            console.notice("The orders cannot be read: " + Causes.describe(unreadable));
            return ExitCodes.BAD_USAGE;
        }
    }

    private int run(OrderReader orders, long total, Faults faults) throws InterruptedException {
        try {
            DataDirectory data = DataDirectory.at(options.data).create();
            console.notice("Data in " + data.root());
            // Another run in this directory is told of at once, and not after a bank was started beside its own.
            EmbeddedPostgresServer.requireFree(data.ledger());
            URI bankUrl = options.bankUrl;
            if (bankUrl != null) {
                return new PaymentRun(options, data, faults, () -> bankUrl, console).run(orders, total, () -> {});
            }
            try (BankProcess bank =
                    BankProcess.start(startClass, data.bank(), data.bankLog(), faults.bankOptions(), console::notice)) {
                return new PaymentRun(options, data, faults, bank, console)
                        .run(orders, total, () -> bank.awaitReady(BANK_START));
            }
        } catch (IOException | RuntimeException failure) {
            console.notice(stopping ? "Stopped." : "Cannot go on: " + Causes.describe(failure));
            console.notice("Run again with the same --data to go on from what is stored.");
            return ExitCodes.CANNOT_RUN;
        }
    }
}
