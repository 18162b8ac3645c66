package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.admin.Figures;
import io.querent.runtime.admin.Figures.Backlog;
import io.querent.runtime.admin.Figures.Overview;
import io.querent.runtime.admin.Figures.Stuck;
import io.querent.saga.Amount;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what the console's first page shows. */
@Command(
        name = "overview",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints how many sagas that have not ended stand where, what is unknown and how much money that is about, and what has not moved"
                        + " for longest. Counts stop at 10,000.")
final class OverviewCommand extends DeskCommand {
    @Option(names = "--stuck", paramLabel = "N", description = "So many operations. Default: ${DEFAULT-VALUE}.")
    private int limit = 10;

    OverviewCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        Overview overview = desk.admin().figures().overview();
        List<Stuck> stuck = desk.admin().figures().stuck(limit(limit, Figures.LONGEST_BOARD));
        if (wantsJson()) {
            print(Json.text(json(overview)
                    .with(
                            "stuck",
                            stuck.stream().map(each -> json(each).members()).toList())));
            return ExitCodes.DONE;
        }
        TextTable figures = new TextTable();
        if (overview.sagas().isEmpty()) {
            figures.row("sagas that have not ended", "0");
        }
        new TreeMap<>(overview.sagas()).forEach((status, count) -> figures.row("sagas " + status, count(count)));
        figures.row("operations unknown or pending", count(overview.unknown().count()), about(overview.unknown()))
                .row(
                        "compensations under way",
                        count(overview.compensations().count()),
                        about(overview.compensations()))
                .row("cases that wait for a person", count(overview.reviewsOpen()), since(overview))
                .row("letters that wait", count(overview.lettersWaiting()));
        figures.lines().forEach(this::print);
        if (!stuck.isEmpty()) {
            TextTable board =
                    new TextTable().row("SINCE (UTC)", "OPERATION", "STATUS", "ATTEMPTS", "AMOUNT", "TROUBLE");
            stuck.forEach(each -> board.row(
                    seconds(each.since()),
                    each.key().value(),
                    each.status().name(),
                    String.valueOf(each.attempts()),
                    each.amount() == null ? "" : each.amount().toString(),
                    each.lastError() == null ? "" : mask().mask(each.lastError(), each.saga())));
            print("");
            board.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private static String count(long count) {
        return count >= Figures.BOUND ? Figures.BOUND + "+" : String.valueOf(count);
    }

    private static String since(Overview overview) {
        return overview.oldestReview() == null ? "" : "oldest since " + seconds(overview.oldestReview());
    }

    private static String about(Backlog backlog) {
        if (backlog.count() == 0) {
            return "";
        }
        String amounts = backlog.amounts().stream().map(Amount::toString).collect(Collectors.joining(", "));
        return "oldest since " + seconds(backlog.oldest()) + (amounts.isEmpty() ? "" : ", " + amounts)
                + (backlog.withoutAmount() == 0 ? "" : ", " + backlog.withoutAmount() + " without an amount");
    }

    private static Json json(Overview overview) {
        Map<String, Long> sagas = new TreeMap<>();
        overview.sagas().forEach((status, count) -> sagas.put(status.name(), count));
        return new Json()
                .with("at", overview.at())
                .with("sagas", sagas)
                .with("unknown", json(overview.unknown()).members())
                .with("compensations", json(overview.compensations()).members())
                .with("reviewsOpen", overview.reviewsOpen())
                .with("oldestReview", overview.oldestReview())
                .with("lettersWaiting", overview.lettersWaiting());
    }

    private static Json json(Backlog backlog) {
        return new Json()
                .with("count", backlog.count())
                .with("oldest", backlog.oldest())
                .with(
                        "amounts",
                        backlog.amounts().stream().map(Amount::toString).toList())
                .with("withoutAmount", backlog.withoutAmount());
    }

    private Json json(Stuck stuck) {
        return new Json()
                .with("key", stuck.key())
                .with("status", stuck.status())
                .with("attempts", stuck.attempts())
                .with("since", stuck.since())
                .with("amount", stuck.amount())
                .with("trouble", stuck.lastError() == null ? null : mask().mask(stuck.lastError(), stuck.saga()));
    }
}
