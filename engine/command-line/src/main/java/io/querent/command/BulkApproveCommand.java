package io.querent.command;

import io.querent.saga.QuerentException;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Is the second person for a bulk job. */
@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Approves a bulk job of somebody else's, so that it may be started.",
            "Nobody checks that you are who you say: whoever may write to the database is trusted."
        })
final class BulkApproveCommand extends DeskCommand {
    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id = "";

    @Mixin
    private Operator operator = new Operator();

    BulkApproveCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        desk.bulkJob(id);
        if (!desk.admin()
                .bulkJobs()
                .approve(id, operator.name(), UUID.randomUUID().toString())) {
            throw new QuerentException(
                    "QRT-6054",
                    "the bulk job cannot be approved; key=" + id + ", expected=one that waits and that nobody else has"
                            + " approved, found=" + desk.bulkJob(id).state() + "; look at bulk show " + id);
        }
        print(wantsJson() ? Json.text(BulkFacts.json(desk.bulkJob(id))) : "The job is approved.");
        return ExitCodes.DONE;
    }
}
