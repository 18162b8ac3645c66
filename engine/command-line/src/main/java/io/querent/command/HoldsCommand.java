package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.retention.LegalHolds;
import io.querent.runtime.retention.LegalHolds.Hold;
import io.querent.runtime.retention.LegalHolds.Release;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints legal holds. */
@Command(
        name = "holds",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints legal holds that are open, newest first; * stands for all.")
final class HoldsCommand extends DeskCommand {
    @Option(names = "--all", description = "Those that were released, too.")
    private boolean all;

    @Option(names = "--below", paramLabel = "NUMBER", description = "Only holds with a lower number: the next page.")
    private @Nullable Long below;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    HoldsCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<Hold> holds = desk.admin().legalHolds().find(!all, below, limit(limit, LegalHolds.LONGEST_PAGE));
        if (wantsJson()) {
            print(Json.text(holds.stream().map(each -> json(each).members()).toList()));
        } else if (holds.isEmpty()) {
            print("Nothing is under legal hold.");
        } else {
            TextTable table = new TextTable().row("NUMBER", "SINCE (UTC)", "ON", "BY", "REASON", "RELEASED");
            for (Hold each : holds) {
                Release released = each.released();
                table.row(
                        String.valueOf(each.number()),
                        seconds(each.placedAt()),
                        each.scope().toString(),
                        each.operator(),
                        each.reason(),
                        released == null
                                ? ""
                                : seconds(released.at()) + " by " + released.operator() + ": " + released.reason());
            }
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    static Json json(Hold hold) {
        Release released = hold.released();
        return new Json()
                .with("number", hold.number())
                .with("tenant", hold.scope().tenant())
                .with("definition", hold.scope().definition())
                .with("businessKey", hold.scope().businessKey())
                .with("operator", hold.operator())
                .with("reason", hold.reason())
                .with("placedAt", hold.placedAt())
                .with("releasedAt", released == null ? null : released.at())
                .with("releasedBy", released == null ? null : released.operator())
                .with("releaseReason", released == null ? null : released.reason());
    }
}
