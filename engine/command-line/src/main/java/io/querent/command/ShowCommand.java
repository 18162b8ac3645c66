package io.querent.command;

import io.querent.command.history.HistoryJson;
import io.querent.command.history.HistoryText;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.util.Optional;
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
    int run(SagaJournal journal) {
        SagaKey saga = saga(journal, key);
        Optional<StoredSaga> stored = journal.find(saga.id());
        if (stored.isEmpty()) {
            complain("There is no saga " + saga + "; check tenant, definition and number.");
            return ExitCodes.REFUSED;
        }
        SagaHistory history =
                SagaHistory.of(stored.get().row().status(), stored.get().events());
        if (wantsJson()) {
            print(HistoryJson.text(history, mask()));
        } else {
            HistoryText.lines(history, mask()).forEach(this::print);
        }
        return ExitCodes.DONE;
    }
}
