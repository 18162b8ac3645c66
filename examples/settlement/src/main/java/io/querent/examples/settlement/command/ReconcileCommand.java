package io.querent.examples.settlement.command;

import io.querent.examples.payment.command.ExitCodes;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.examples.settlement.iso20022.StatementFile;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.runtime.reconciliation.ReconciliationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Holds the bank's statements against all payouts, beside a run in progress or after it. */
@Command(
        name = "reconcile",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Fetches the bank's statements, or reads one from a file, decides the payouts that are still unknown and stand"
                        + " there, and lists what only one side knows. The same statement again decides nothing twice.")
final class ReconcileCommand implements Callable<Integer> {
    private final Class<?> startClass;
    private final Console console;

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the run. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of("settlement.data");

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "A statement: camt.053 or camt.054. Default: the bank's own of every day of this directory.")
    private @Nullable Path file;

    @Option(
            names = "--operator",
            paramLabel = "NAME",
            converter = GivenText.Operator.class,
            description = "Who runs this: the audit has it. Default: ${DEFAULT-VALUE}.")
    private String operator = GivenText.user();

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            converter = GivenText.Reason.class,
            description = "Why. Default: ${DEFAULT-VALUE}.")
    private String reason = "reconciliation with the bank's statement";

    ReconcileCommand(Class<?> startClass, Console console) {
        this.startClass = startClass;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        DataDirectory directory = DataDirectory.at(data);
        if (file != null && !isReadable(file)) {
            return ExitCodes.BAD_USAGE;
        }
        console.notice("Starting what it takes to ask the bank and to decide; this takes a moment.");
        try (Joining joined = Joining.open(startClass, directory, "reconcile", console::notice)) {
            EndOfDay day = new EndOfDay(joined.service(), directory);
            boolean agrees = true;
            for (StatementFile statement : statements(day)) {
                ReconciliationResult result = day.apply(statement, operator, reason);
                print(statement, result);
                agrees &= result.agrees();
            }
            return agrees ? ExitCodes.CLEAN : ExitCodes.UNSETTLED;
        } catch (RefusedFileException refused) {
            console.notice("Nothing was applied: " + refused.getMessage());
            return ExitCodes.BAD_USAGE;
        }
    }

    /** A file that cannot be applied is told of before anything is started for it. */
    private boolean isReadable(Path statement) {
        try {
            EndOfDay.check(statement);
            return true;
        } catch (RefusedFileException refused) {
            console.notice("Nothing was applied: " + refused.getMessage());
        } catch (IOException unreadable) {
            console.notice("Nothing was applied: there is no file to be read at " + statement + " ("
                    + unreadable.getClass().getSimpleName() + ")");
        }
        return false;
    }

    private List<StatementFile> statements(EndOfDay day) throws IOException, InterruptedException {
        return file == null ? day.fetch(Instant.now()) : List.of(day.read(file));
    }

    private void print(StatementFile statement, ReconciliationResult result) {
        console.line(statement.name() + ": " + Findings.counts(result));
        Findings.lines(result).forEach(line -> console.line("  " + line));
    }
}
