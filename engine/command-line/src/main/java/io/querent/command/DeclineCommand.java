package io.querent.command;

import io.querent.runtime.action.ActionResult;
import io.querent.runtime.journal.StoredSaga;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Is the second person, and says no. */
@Command(
        name = "decline",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Says no to what somebody else wants done, or takes back what you wanted.")
final class DeclineCommand extends DeskCommand {
    @Parameters(paramLabel = "ID", description = "The request's id, as approvals prints it.")
    private String id = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(names = "--comment", paramLabel = "TEXT", description = "Why.")
    private String comment = "";

    DeclineCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        StoredSaga saga = desk.saga(desk.approval(id).letter().saga());
        ActionResult declined = desk.actions().decline(saga, id, operator.name(), comment);
        if (wantsJson()) {
            print(Json.text(Receipts.json(declined, mask(), saga.row().key())));
        } else {
            print(mask().mask(declined.sentence(), saga.row().key()));
        }
        // That it was refused is what was wanted.
        return ExitCodes.DONE;
    }
}
