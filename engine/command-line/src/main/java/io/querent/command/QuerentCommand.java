package io.querent.command;

import io.querent.postgres.FailureKind;
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
            "Exit codes: 0 done, 1 refused or not found, 2 bad usage, 3 database not available, 4 accepted, or not yet known what came of it."
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
        line.addSubcommand(new OverviewCommand(access));
        line.addSubcommand(group(
                new ReviewsCommand(access),
                new CaseClaimCommand(access),
                new CaseReleaseCommand(access),
                new CaseCommentCommand(access)));
        line.addSubcommand(new SearchCommand(access));
        line.addSubcommand(new ShowCommand(access));
        line.addSubcommand(new OperationsCommand(access));
        line.addSubcommand(new ExportCommand(access));
        line.addSubcommand(new DefinitionsCommand(access));
        line.addSubcommand(new NodesCommand(access));
        line.addSubcommand(new PreviewCommand(access));
        line.addSubcommand(new DecideCommand(access));
        line.addSubcommand(new ApprovalsCommand(access));
        line.addSubcommand(new ApproveCommand(access));
        line.addSubcommand(new DeclineCommand(access));
        line.addSubcommand(bulk(access));
        line.addSubcommand(
                group(new AuditCommand(access), new AuditCheckCommand(access), new AuditHeadCommand(access)));
        line.addSubcommand(group(
                new AccountsCommand(access),
                new AccountCreateCommand(access),
                new AccountResetCommand(access),
                new AccountChangeCommand(access)));
        line.addSubcommand(new HoldsCommand(access));
        line.addSubcommand(new HoldCommand(access));
        line.addSubcommand(new HoldReleaseCommand(access));
        line.addSubcommand(new RetentionCommand(access));
        line.addSubcommand(new ArchiveCommand());
        line.addSubcommand(new HealthCommand(access));
        line.setExecutionExceptionHandler(failures());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    private static CommandLine bulk(Access access) {
        CommandLine bulk = group(
                new BulkCommand(access),
                new BulkCreateCommand(access),
                new BulkShowCommand(access),
                new BulkItemsCommand(access),
                new BulkApproveCommand(access));
        for (BulkChangeCommand.Change change : BulkChangeCommand.Change.values()) {
            CommandLine one = new CommandLine(new BulkChangeCommand(access, change));
            one.getCommandSpec().usageMessage().description(change.description());
            bulk.addSubcommand(change.label(), one);
        }
        return bulk;
    }

    /** A command that does something by itself, and others under its name. */
    private static CommandLine group(DeskCommand first, DeskCommand... others) {
        CommandLine line = new CommandLine(first);
        for (DeskCommand other : others) {
            line.addSubcommand(other);
        }
        return line;
    }

    /** A failure is one line that says what to do, not a stack trace. */
    private static IExecutionExceptionHandler failures() {
        return (failure, line, parsed) -> {
            line.getErr().println(message(failure));
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

    /** Trying again does not help who is not let in. */
    private static String message(Exception failure) {
        Throwable cause = failure.getCause();
        if (failure instanceof JournalUnavailableException
                && cause != null
                && FailureKind.of(failure) == FailureKind.LOGIN_REFUSED) {
            return "QRT-6058 the database does not let you in; key=login, expected=a user, password and database that it knows,"
                    + " found=" + cause.getMessage() + "; correct --url, --user and the password";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
