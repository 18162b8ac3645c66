package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Found;
import io.querent.saga.OperationKey;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints sagas that fit. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints the sagas that fit all that is said of them, newest first.")
final class SearchCommand extends DeskCommand {
    @Option(names = "--tenant", paramLabel = "NAME", description = "Only sagas of this tenant.")
    private @Nullable String tenant;

    @Option(names = "--definition", paramLabel = "NAME", description = "Only sagas of this definition.")
    private @Nullable String definition;

    @Option(names = "--number", paramLabel = "PREFIX", description = "Only sagas whose business key begins so.")
    private @Nullable String number;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "Only sagas that stand there: ${COMPLETION-CANDIDATES}.")
    private @Nullable SagaStatus status;

    @Option(names = "--attribute", paramLabel = "NAME=VALUE", description = "Only sagas with this attribute.")
    private @Nullable String attribute;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only sagas started then or later, as 2026-11-29T02:00:00Z.")
    private @Nullable String from;

    @Option(names = "--before", paramLabel = "TIME", description = "Only sagas started earlier.")
    private @Nullable String before;

    @Option(names = "--operation", paramLabel = "KEY", description = "Only the saga of this operation.")
    private @Nullable String operation;

    @Option(names = "--after", paramLabel = "PLACE", description = "The page after the one that named this place.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    SearchCommand(Access access) {
        super(access);
    }

    @Override
    int run(SagaJournal journal) {
        if (limit < 1 || limit > SagaSearch.LONGEST_PAGE) {
            throw new UsageException(
                    "--limit is out of range; expected=1 to " + SagaSearch.LONGEST_PAGE + ", found=" + limit);
        }
        SagaSearch.Results results = journal.search().find(new SagaSearch.Page(filter(), after, limit));
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

    private Filter filter() {
        Filter filter = new Filter(
                tenant,
                definition,
                number,
                status,
                null,
                time("--from", from),
                time("--before", before),
                operation == null ? null : new OperationKey(operation));
        if (attribute == null) {
            return filter;
        }
        int equals = attribute.indexOf('=');
        if (equals < 1) {
            throw new UsageException("--attribute is malformed; expected=NAME=VALUE, found=" + attribute);
        }
        return filter.with(attribute.substring(0, equals), attribute.substring(equals + 1));
    }

    private static @Nullable Instant time(String option, @Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new UsageException(option + " is no time; expected=2026-11-29T02:00:00Z, found=" + text);
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
