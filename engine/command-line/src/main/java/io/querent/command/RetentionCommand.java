package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.archive.DirectoryArchive;
import io.querent.runtime.journal.Disposal;
import io.querent.runtime.retention.Retention;
import io.querent.runtime.retention.Retention.Month;
import io.querent.runtime.retention.Retention.Plan;
import io.querent.runtime.retention.Retention.Report;
import io.querent.runtime.retention.RetentionPolicy;
import java.nio.file.Path;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what would be retired, or retires it. */
@Command(
        name = "retention",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints which months of history would leave the database, how large they are, and what keeps its history. With --run"
                        + " they leave. The policy is what the options say; that of the nodes is not known here.")
final class RetentionCommand extends DeskCommand {
    private static final long BYTES_IN_MEGABYTE = 1L << 20;

    @Option(names = "--plan", description = "Only say what would be done. It is what happens without --run.")
    private boolean plan;

    @Option(names = "--run", description = "Do it.")
    private boolean run;

    @Option(
            names = "--keep-history",
            required = true,
            paramLabel = "TIME",
            description = "How long history stays after its month, as 400d.")
    private String keepHistory = "";

    @Option(
            names = "--keep-keys",
            paramLabel = "TIME",
            description =
                    "How long the rows of ended sagas stay; a business key can be used again afterwards. Default: for ever.")
    private @Nullable String keepKeys;

    @Option(
            names = "--disposal",
            paramLabel = "HOW",
            description = "What becomes of a month: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Disposal disposal = Disposal.ARCHIVE;

    @Option(
            names = "--archive-directory",
            paramLabel = "DIR",
            description = "Where archive files go. Needed to archive.")
    private @Nullable Path directory;

    @Option(names = "--months", paramLabel = "N", description = "At most so many months. Default: ${DEFAULT-VALUE}.")
    private int months = 1;

    @Mixin
    private Operator operator = new Operator();

    RetentionCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        if (plan && run) {
            throw new UsageException("--plan and --run are two things; give one");
        }
        RetentionPolicy policy = RetentionPolicy.DEFAULT
                .keepingHistory(Times.duration("--keep-history", keepHistory))
                .keepingKeys(keepKeys == null ? null : Times.duration("--keep-keys", keepKeys))
                .by(disposal)
                .monthsPerRun(months);
        Retention retention = desk.admin().retention();
        return run ? carryOut(retention, policy) : show(retention.plan(policy));
    }

    private int carryOut(Retention retention, RetentionPolicy policy) {
        if (directory == null && disposal == Disposal.ARCHIVE) {
            throw new UsageException("nobody knows where archive files go; give --archive-directory, or --disposal");
        }
        Path place = directory == null ? Path.of("unused") : directory;
        Report report =
                retention.run(policy, new DirectoryArchive(place), "command line of " + operator.name(), () -> false);
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with("ours", report.isOurs())
                    .with(
                            "retired",
                            report.retired().stream().map(String::valueOf).toList())
                    .with("archived", report.exported())
                    .with("movedOn", report.moved())
                    .with("keys", report.keys())
                    .with("pastWork", report.pastWork())));
        } else if (report.isOurs()) {
            print("Retired " + report.retired() + ": " + report.exported() + " sagas archived, " + report.moved()
                    + " moved on; " + report.keys() + " keys and " + report.pastWork()
                    + " records of past work removed.");
        } else {
            print("QRT-6100 another run of retention is under way; key=retention, expected=none, found=one that"
                    + " has shown a sign of life within ten minutes; nothing was done: wait for it");
        }
        return report.isOurs() ? ExitCodes.DONE : ExitCodes.REFUSED;
    }

    private int show(Plan found) {
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with(
                            "months",
                            found.months().stream()
                                    .map(each -> json(each).members())
                                    .toList())
                    .with("keys", found.keys())
                    .with("pastWork", found.pastWork())));
            return ExitCodes.DONE;
        }
        if (found.months().isEmpty()) {
            print("The time of no month is over.");
        } else {
            TextTable table = new TextTable().row("MONTH", "STANDS", "MB", "ROWS ABOUT", "SAGAS THAT STAY");
            for (Month each : found.months()) {
                table.row(
                        each.month().toString(),
                        each.progress().toString(),
                        String.valueOf(each.bytes() / BYTES_IN_MEGABYTE),
                        String.valueOf(each.events()),
                        each.kept().isEmpty() ? "none" : new TreeMap<>(each.kept()).toString());
            }
            table.lines().forEach(this::print);
        }
        print("Keys that would go: " + found.keys() + "; records of past work: " + found.pastWork() + ".");
        return ExitCodes.DONE;
    }

    private static Json json(Month month) {
        return new Json()
                .with("month", month.month())
                .with("stands", month.progress())
                .with("bytes", month.bytes())
                .with("rowsAbout", month.events())
                .with("stay", new TreeMap<>(month.kept()));
    }
}
