package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.admin.BulkJobs.Job;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints actions on many sagas. */
@Command(
        name = "bulk",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Prints actions on many sagas, newest first. One is made with create, which freezes which sagas it is about and does",
            "nothing else; then looked at with show and items; then started. Nodes carry it out, at its rate."
        })
final class BulkCommand extends DeskCommand {
    private static final int MOST = 1_000;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    BulkCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<Job> jobs = desk.admin().bulkJobs().all(limit(limit, MOST));
        if (wantsJson()) {
            print(Json.text(
                    jobs.stream().map(each -> BulkFacts.json(each).members()).toList()));
        } else if (jobs.isEmpty()) {
            print("There are no bulk jobs.");
        } else {
            TextTable table = new TextTable()
                    .row("FROZEN (UTC)", "ID", "STATE", "DECISION", "BY", "SAGAS", "PLANNED", "APPLIED", "REFUSED");
            jobs.forEach(each -> table.row(
                    seconds(each.cutOff()),
                    each.made().id(),
                    each.state().name(),
                    BulkFacts.decision(each),
                    each.made().operator(),
                    String.valueOf(each.items()),
                    String.valueOf(each.planned()),
                    String.valueOf(each.applied()),
                    String.valueOf(each.refused())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }
}
