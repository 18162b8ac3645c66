package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.TextMask;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what waits for a person. */
@Command(
        name = "reviews",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints the cases that wait for a person, oldest first.")
final class ReviewsCommand extends DeskCommand {
    @Option(names = "--tenant", paramLabel = "NAME", description = "Only cases of this tenant.")
    private @Nullable String tenant;

    @Option(names = "--definition", paramLabel = "NAME", description = "Only cases of this saga definition.")
    private @Nullable String definition;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    ReviewsCommand(Access access) {
        super(access);
    }

    @Override
    int run(SagaJournal journal) {
        if (limit < 1 || limit > Reviews.LONGEST_PAGE) {
            throw new UsageException(
                    "--limit is out of range; expected=1 to " + Reviews.LONGEST_PAGE + ", found=" + limit);
        }
        Reviews.Page page = new Reviews.Page(tenant, definition, null, limit);
        TextMask mask = mask();
        List<Reviews.Case> cases = journal.reviews().open(page);
        if (wantsJson()) {
            print(Json.text(
                    cases.stream().map(each -> json(each, mask).members()).toList()));
        } else if (cases.isEmpty()) {
            print("Nothing waits for a person.");
        } else {
            TextTable table = new TextTable().row("SINCE (UTC)", "OPERATION", "REVISION", "REASON", "DETAIL");
            cases.forEach(each -> table.row(
                    each.openedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                    each.key().value(),
                    String.valueOf(each.revision()),
                    each.reason().name(),
                    mask.mask(each.detail(), each.saga())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private static Json json(Reviews.Case each, TextMask mask) {
        return new Json()
                .with("saga", each.saga())
                .with("operation", each.operation())
                .with("key", each.key())
                .with("reason", each.reason())
                .with("detail", mask.mask(each.detail(), each.saga()))
                .with("revision", each.revision())
                .with("openedAt", each.openedAt());
    }
}
