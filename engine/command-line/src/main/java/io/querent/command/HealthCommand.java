package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.journal.SagaJournal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Prints what a person on call wants to know first. */
@Command(
        name = "health",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints what waits, and whether anything was forgotten. Fails when something was.")
final class HealthCommand extends DeskCommand {
    HealthCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        SagaJournal journal = desk.journal();
        long forgotten = journal.countWithoutWakeUp();
        long letters = journal.mailbox().countWaiting();
        long reviews = journal.reviews().countOpen();
        @Nullable Duration oldest = journal.reviews().oldest().orElse(null);
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with("withoutWakeUp", forgotten)
                    .with("lettersWaiting", letters)
                    .with("reviewsOpen", reviews)
                    .with("oldestReviewSeconds", oldest == null ? null : oldest.toSeconds())));
        } else {
            new TextTable()
                    .row("sagas that nothing would wake up (must be 0)", String.valueOf(forgotten))
                    .row("callbacks and decisions waiting", String.valueOf(letters))
                    .row("cases that wait for a person", String.valueOf(reviews))
                    .row("longest wait of a case", oldest == null ? "-" : oldest.toSeconds() + " s")
                    .lines()
                    .forEach(this::print);
        }
        return forgotten == 0 ? ExitCodes.DONE : ExitCodes.REFUSED;
    }
}
