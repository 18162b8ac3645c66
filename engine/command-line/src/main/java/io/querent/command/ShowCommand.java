package io.querent.command;

import io.querent.command.history.HistoryJson;
import io.querent.command.history.HistoryText;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.action.Standing;
import io.querent.runtime.journal.StoredSaga;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints one saga's history. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints all that happened to one saga, and its revision, which a decision has to name.")
final class ShowCommand extends DeskCommand {
    @Parameters(paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private String key = "";

    ShowCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        StoredSaga stored = desk.saga(saga(desk, key));
        SagaHistory history = SagaHistory.of(stored.row().status(), stored.events());
        if (wantsJson()) {
            print(HistoryJson.text(history, mask()));
        } else {
            HistoryText.lines(history, mask()).forEach(this::print);
            Standing standing = desk.actions().standing(stored);
            print("");
            print(mask().mask(standing.sentence(), history.key())
                    + (standing.until() == null ? "" : " Until " + seconds(standing.until()) + "."));
        }
        return ExitCodes.DONE;
    }
}
