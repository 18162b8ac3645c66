package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.masking.TextMask;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what waits for a person. */
@Command(
        name = "reviews",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints the cases that wait for a person, oldest first, and who looks after each.")
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
    int run(OpenDesk desk) {
        Reviews.Page page = new Reviews.Page(tenant, definition, null, limit(limit, Reviews.LONGEST_PAGE));
        TextMask mask = mask();
        List<Reviews.Case> cases = desk.journal().reviews().open(page);
        Map<CaseNotes.CaseId, CaseNotes.Claim> claims = desk.admin()
                .caseNotes()
                .claims(cases.stream().map(ReviewCase::idOf).toList());
        if (wantsJson()) {
            print(Json.text(cases.stream()
                    .map(each ->
                            json(each, claims.get(ReviewCase.idOf(each)), mask).members())
                    .toList()));
        } else if (cases.isEmpty()) {
            print("Nothing waits for a person.");
        } else {
            TextTable table =
                    new TextTable().row("SINCE (UTC)", "OPERATION", "REVISION", "CLAIMED BY", "REASON", "DETAIL");
            cases.forEach(each -> table.row(
                    seconds(each.openedAt()),
                    each.key().value(),
                    String.valueOf(each.revision()),
                    who(claims.get(ReviewCase.idOf(each))),
                    each.reason().name(),
                    mask.mask(each.detail(), each.saga())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private static String who(CaseNotes.@Nullable Claim claim) {
        return claim == null ? "" : claim.operator();
    }

    private static Json json(Reviews.Case each, CaseNotes.@Nullable Claim claim, TextMask mask) {
        return new Json()
                .with("saga", each.saga())
                .with("operation", each.operation())
                .with("key", each.key())
                .with("reason", each.reason())
                .with("detail", mask.mask(each.detail(), each.saga()))
                .with("revision", each.revision())
                .with("openedAt", each.openedAt())
                .with("claimedBy", claim == null ? null : claim.operator());
    }
}
