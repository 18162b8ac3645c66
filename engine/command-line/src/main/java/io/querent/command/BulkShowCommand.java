package io.querent.command;

import io.querent.runtime.admin.BulkJobs.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints one bulk job. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints what a bulk job is and how far it has come.")
final class BulkShowCommand extends DeskCommand {
    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id = "";

    BulkShowCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        Job job = desk.bulkJob(id);
        if (wantsJson()) {
            print(Json.text(BulkFacts.json(job)));
        } else {
            BulkFacts.lines(job).forEach(this::print);
        }
        return ExitCodes.DONE;
    }
}
