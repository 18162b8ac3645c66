package io.querent.command;

import io.querent.runtime.action.ActionResult;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Is the second person. */
@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Approves what somebody else wants done, and waits for what comes of it.",
            "Nobody checks that you are who you say: whoever may write to the database is trusted."
        })
final class ApproveCommand extends DeskCommand {
    @Parameters(paramLabel = "ID", description = "The request's id, as approvals prints it.")
    private String id = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(names = "--comment", paramLabel = "TEXT", description = "What you have to say about it.")
    private String comment = "";

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for what comes of it. Default: ${DEFAULT-VALUE}.")
    private int waitSeconds = 15;

    ApproveCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        StoredSaga saga = desk.saga(desk.approval(id).letter().saga());
        ActionResult result =
                desk.actions().approve(saga, id, operator.name(), comment, Duration.ofSeconds(waitSeconds));
        if (wantsJson()) {
            print(Json.text(Receipts.json(result, mask(), saga.row().key())));
        } else {
            print(Receipts.line(result, mask(), saga.row().key()));
        }
        return Receipts.exitCode(result);
    }
}
