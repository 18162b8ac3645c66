package io.querent.examples.settlement.command;

import io.querent.command.QuerentCommand;
import io.querent.examples.payment.command.ExitCodes;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.run.Console;
import io.querent.examples.settlement.ledgerclient.OtherSalesException;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.examples.settlement.site.DirectoryHold;
import io.querent.examples.settlement.site.Site;
import io.querent.examples.settlement.storm.Storm;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Settles business dates, whatever goes wrong, and proves it by the books. */
@Command(
        name = "settlement",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        version = "Querent settlement example",
        usageHelpAutoWidth = true,
        description = {
            "Settles what sample merchants have sold: pays their beneficiaries through a bank that takes payment files and loses"
                    + " requests and answers on purpose, books it, reports it, and compares all books at the end. Kill it, or any of"
                    + " its processes, at any moment and run it again: it goes on where it was.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all is settled and all books agree; payouts that were refused are counted apart",
            " 1:the cross-check found something wrong in the books",
            " 2:the command line makes no sense, or the date is settled already and no reason was given",
            " 3:settlements wait for a person, or did not end in time",
            " 4:one of the processes could not be started, or was lost, or another run holds the directory"
        })
public final class RunCommand implements Callable<Integer> {
    /** Name of the command that looks at sagas and decides about them. */
    public static final String DESK = "desk";

    private static final String DAY = "day";
    private static final Duration SITE_START = Duration.ofMinutes(2);

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
     * @param startClass the program's start class, by which the other processes are started as well
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
            Failures.lines(failure, data(at)).forEach(at.getErr()::println);
            return ExitCodes.CANNOT_RUN;
        });
        line.setExecutionStrategy(RunCommand::execute);
        line.addSubcommand(DAY, new RunCommand(startClass, console));
        line.addSubcommand("history", new HistoryCommand());
        line.addSubcommand("settle", new SettleCommand(startClass, console));
        line.addSubcommand("reconcile", new ReconcileCommand(startClass, console));
        line.addSubcommand(DESK, desk());
        return line;
    }

    private static @Nullable Path data(CommandLine command) {
        CommandLine.Model.OptionSpec option = command.getCommandSpec().findOption("--data");
        return option == null ? null : option.getValue();
    }

    /** An option in front of a sub-command is this command's, and would be dropped without a word. */
    private static int execute(CommandLine.ParseResult parsed) {
        if (parsed.hasSubcommand() && !parsed.matchedOptions().isEmpty()) {
            String name = parsed.subcommand().commandSpec().name();
            throw new CommandLine.ParameterException(
                    parsed.commandSpec().commandLine(),
                    "Options of " + name + " follow its name; expected=" + name + " "
                            + parsed.matchedOptions().get(0).longestName() + " …");
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** The commands that look at sagas and decide about them, with exit codes of their own. */
    public static CommandLine desk() {
        return QuerentCommand.on(new DataAccess()).setCommandName(DESK);
    }

    @Override
    public Integer call() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping = true));
        options.check();
        if (options.endsWithInput) {
            endWithInput();
        }
        Faults faults = options.faults();
        try {
            DataDirectory data = DataDirectory.at(options.data).create();
            // For a service that is a child, whoever started it holds the directory.
            return options.endsWithInput ? run(data, faults) : runAlone(data, faults);
        } catch (OtherSalesException refused) {
            console.notice("Nothing was asked for: " + refused.getMessage());
            return ExitCodes.BAD_USAGE;
        } catch (IOException | RuntimeException failure) {
            if (stopping) {
                console.notice("Stopped. Run again with the same --data to go on from what is stored.");
            } else {
                Failures.lines(failure, options.data).forEach(console::notice);
            }
            return ExitCodes.CANNOT_RUN;
        }
    }

    /** Another run in this directory is told of at once, and not after processes were started beside its own. */
    private int runAlone(DataDirectory data, Faults faults) throws IOException, InterruptedException {
        DirectoryHold hold = DirectoryHold.of(data).orElseThrow(() -> CommandFailure.inUse(data));
        try (hold) {
            return run(data, faults);
        }
    }

    private int run(DataDirectory data, Faults faults) throws IOException, InterruptedException {
        console.notice("Data in " + data.root());
        // Those who look at the data without starting processes hold its database alone.
        EmbeddedPostgresServer.requireFree(data.service());
        try (Site site = Site.start(startClass, data, options.elsewhere(), faults.bankOptions(), console::notice)) {
            return options.storm
                    ? storm(site)
                    : new DayRun(options, data, site, console).run(() -> site.awaitReady(SITE_START));
        }
    }

    private int storm(Site site) throws IOException, InterruptedException {
        site.awaitReady(SITE_START);
        return new Storm(site, options.seed, console::notice)
                .run(
                        startClass,
                        DAY,
                        options.forChild(site.addresses()),
                        console::line,
                        new Storm.Words(DayRun.ASKING, DayRun.OVER));
    }

    /** For a service that is a child: it must not outlive whoever started it, however that ended. */
    private static void endWithInput() {
        Thread watcher = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException broken) {
                        // An input that cannot be read has ended too.
                    }
                    Runtime.getRuntime().halt(ExitCodes.CANNOT_RUN);
                },
                "stdin");
        watcher.setDaemon(true);
        watcher.start();
    }
}
