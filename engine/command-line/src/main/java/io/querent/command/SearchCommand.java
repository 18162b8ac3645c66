package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.SagaSearch.Found;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints sagas that fit. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints the sagas that fit all that is said of them, newest first.")
final class SearchCommand extends DeskCommand {
    @Mixin
    private SagaFilter filter = new SagaFilter();

    @Option(names = "--after", paramLabel = "PLACE", description = "The page after the one that named this place.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    SearchCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        SagaSearch.Page page = new SagaSearch.Page(filter.filter(), after, limit(limit, SagaSearch.LONGEST_PAGE));
        SagaSearch.Results results = desk.journal().search().find(page);
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with(
                            "sagas",
                            results.sagas().stream()
                                    .map(each -> json(each).members())
                                    .toList())
                    .with("next", results.next())));
        } else {
            print(results);
        }
        return ExitCodes.DONE;
    }

    private void print(SagaSearch.Results results) {
        List<Found> sagas = results.sagas();
        if (sagas.isEmpty()) {
            print("No saga fits.");
            return;
        }
        TextTable table = new TextTable().row("STARTED (UTC)", "SAGA", "STATUS", "ATTRIBUTES");
        sagas.forEach(each -> table.row(
                each.saga().startedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                each.saga().key().toString(),
                each.saga().status().name(),
                attributes(each)));
        table.lines().forEach(this::print);
        if (results.next() != null) {
            print("There are more: --after " + results.next());
        }
    }

    private static String attributes(Found found) {
        return String.join(
                " ",
                new TreeMap<>(found.attributes())
                        .entrySet().stream()
                                .map(each -> each.getKey() + "=" + each.getValue())
                                .toList());
    }

    private static Json json(Found found) {
        SagaRow saga = found.saga();
        return new Json()
                .with("saga", saga.key())
                .with("definitionVersion", saga.definitionVersion())
                .with("status", saga.status())
                .with("startedAt", saga.startedAt())
                .with("endedAt", saga.endedAt())
                .with("attributes", new TreeMap<>(found.attributes()));
    }
}
