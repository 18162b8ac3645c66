package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints which sagas a bulk job is about. */
@Command(
        name = "items",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints which sagas a bulk job is about, and what came of each.")
final class BulkItemsCommand extends DeskCommand {
    private static final int MOST = 1_000;

    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id = "";

    @Option(names = "--state", paramLabel = "STATE", description = "Only those: ${COMPLETION-CANDIDATES}.")
    private @Nullable ItemState state;

    @Option(names = "--after", paramLabel = "NUMBER", description = "Only those with a higher number: the next page.")
    private int after;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    BulkItemsCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        desk.bulkJob(id);
        List<Item> items = desk.admin().bulkJobs().items(id, after, state, limit(limit, MOST));
        if (wantsJson()) {
            print(Json.text(items.stream().map(each -> json(each).members()).toList()));
        } else if (items.isEmpty()) {
            print("There are none.");
        } else {
            TextTable table = new TextTable().row("NUMBER", "SAGA", "REVISION", "STATE", "DETAIL");
            items.forEach(each -> table.row(
                    String.valueOf(each.number()),
                    each.saga().toString(),
                    String.valueOf(each.revision()),
                    each.state().name(),
                    mask().mask(each.detail(), each.saga())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private Json json(Item item) {
        return new Json()
                .with("number", item.number())
                .with("saga", item.saga())
                .with("revision", item.revision())
                .with("state", item.state())
                .with("detail", mask().mask(item.detail(), item.saga()));
    }
}
