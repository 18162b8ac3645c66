package io.querent.command;

import io.querent.command.history.HistoryJson;
import io.querent.command.history.HistoryText;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Looks an operation up by its key. */
@Command(
        name = "operations",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Looks an operation up by its key, the one that the downstream has unless its keys are shorter: where it"
                        + " stands, every attempt, and which saga it is of.")
final class OperationsCommand extends DeskCommand {
    private static final int COLONS = 3;

    @Parameters(paramLabel = "KEY", description = "The operation's key: tenant:definition:number:step.")
    private String key = "";

    OperationsCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        if (key.chars().filter(each -> each == ':').count() < COLONS) {
            throw new UsageException("an operation's key has four parts; expected=tenant:definition:number:step, found="
                    + key
                    + "; a downstream whose keys are shorter has a digest, which does not lead back: look for the saga with"
                    + " search");
        }
        OperationKey wanted = new OperationKey(key);
        StoredSaga saga = desk.journal().find(wanted.saga().id()).orElseThrow(() -> unknown(key));
        SagaHistory history = SagaHistory.of(saga.row().status(), saga.events());
        OperationHistory operation = history.operations().stream()
                .filter(each -> each.key().equals(wanted))
                .findFirst()
                .orElseThrow(() -> unknown(key));
        if (wantsJson()) {
            print(HistoryJson.text(history, operation, mask()));
        } else {
            HistoryText.lines(history, operation, mask()).forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private static QuerentException unknown(String key) {
        return new QuerentException(
                "QRT-6052",
                "there is no operation of this key; key=" + key
                        + ", expected=a key that a saga's operation has, found=none; look for its saga with search");
    }
}
