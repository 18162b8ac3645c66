package io.querent.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What can be done with archive files; it needs no database. */
@Command(
        name = "archive",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Reads archive files of history that has left the database. It needs no database.",
        subcommands = {ArchiveVerifyCommand.class, ArchiveShowCommand.class})
final class ArchiveCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it before it calls");
        }
        CommandLine line = spec.commandLine();
        PrintWriter out = line.getErr();
        line.usage(out);
        return ExitCodes.BAD_USAGE;
    }
}
