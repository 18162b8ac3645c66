package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.admin.Approvals.Request;
import io.querent.runtime.journal.Letter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what waits for a second person. */
@Command(
        name = "approvals",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints the requests that wait for a second person, oldest first; approve and decline settle them.")
final class ApprovalsCommand extends DeskCommand {
    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    ApprovalsCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<Request> open = desk.admin().approvals().open(limit(limit, Approvals.LONGEST_PAGE));
        if (wantsJson()) {
            print(Json.text(open.stream().map(each -> json(each).members()).toList()));
        } else if (open.isEmpty()) {
            print("Nothing waits for a second person.");
        } else {
            TextTable table =
                    new TextTable().row("ASKED (UTC)", "ID", "SAGA", "DECISION", "BY", "UNTIL (UTC)", "RULE", "REASON");
            open.forEach(each -> table.row(
                    seconds(each.askedAt()),
                    each.id(),
                    each.letter().saga().toString(),
                    decision(each.letter()),
                    each.letter().content().sender(),
                    seconds(each.expiresAt()),
                    each.rule(),
                    reason(each.letter())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private Json json(Request request) {
        Json json = new Json()
                .with("id", request.id())
                .with("saga", request.letter().saga())
                .with("decision", decision(request.letter()))
                .with("operator", request.letter().content().sender())
                .with("reason", reason(request.letter()));
        if (request.letter().content() instanceof Letter.Decided decided) {
            json.with(
                            "evidence",
                            mask().mask(
                                            decided.decision().evidence(),
                                            request.letter().saga()))
                    .with("revision", decided.authority().revision());
        }
        return json.with("rule", request.rule())
                .with("askedAt", request.askedAt())
                .with("expiresAt", request.expiresAt());
    }

    private static String decision(Letter letter) {
        if (!(letter.content() instanceof Letter.Decided decided)) {
            return "wake";
        }
        String name = decided.decision().name();
        return decided.decision() instanceof OperatorDecision.OnOperation on ? name + " " + on.operation() : name;
    }

    private String reason(Letter letter) {
        return letter.content() instanceof Letter.Decided decided
                ? mask().mask(decided.authority().reason(), letter.saga())
                : "";
    }
}
