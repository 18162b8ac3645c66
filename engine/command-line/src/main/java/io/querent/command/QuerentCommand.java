package io.querent.command;

import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.QuerentException;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;

/** The command line's first word. */
@Command(
        name = "querent",
        mixinStandardHelpOptions = true,
        version = "Querent 0.1.0-SNAPSHOT",
        usageHelpAutoWidth = true,
        description = "Looks at sagas and at what waits for people, and sends their decisions.",
        footer = {
            "",
            "Decisions are stored in the database and carried out by the nodes that run the sagas; this command runs none itself.",
            "Exit codes: 0 done, 1 refused or not found, 2 bad usage, 3 database not available, 4 stored and not yet carried out."
        })
public final class QuerentCommand {
    private QuerentCommand() {}

    /** Runs the command that the arguments name, and exits. */
    public static void main(String[] arguments) {
        System.exit(on(new ConnectionOptions()).execute(arguments));
    }

    /** The whole command line, on the database that {@code access} opens. Options of {@code access} are options of each command. */
    public static CommandLine on(Access access) {
        CommandLine line = new CommandLine(new QuerentCommand());
        for (DeskCommand command : commands(access)) {
            line.addSubcommand(command);
        }
        line.setExecutionExceptionHandler(failures());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    private static DeskCommand[] commands(Access access) {
        return new DeskCommand[] {
            new ReviewsCommand(access),
            new DefinitionsCommand(access),
            new SearchCommand(access),
            new ShowCommand(access),
            new DecideCommand(access),
            new AuditCommand(access),
            new HealthCommand(access)
        };
    }

    /** A failure is one line that says what to do, not a stack trace. */
    private static IExecutionExceptionHandler failures() {
        return (failure, line, parsed) -> {
            line.getErr().println(failure.getMessage() == null ? failure.toString() : failure.getMessage());
            if (failure instanceof UsageException || failure instanceof InvalidKeyException) {
                return ExitCodes.BAD_USAGE;
            } else if (failure instanceof JournalUnavailableException || failure instanceof IOException) {
                return ExitCodes.UNAVAILABLE;
            } else if (failure instanceof QuerentException) {
                return ExitCodes.REFUSED;
            }
            throw failure;
        };
    }
}
