package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.journal.DefinitionRegistry.Registered;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows versions of definitions: how many sagas of each are under way, and when a node last said that it runs it. */
@Command(
        name = "definitions",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Shows versions of definitions, how many sagas of each are under way, and when a node was last seen"
                        + " that runs it.")
final class DefinitionsCommand extends DeskCommand {
    DefinitionsCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<Registered> all = desk.journal().definitions().all();
        if (wantsJson()) {
            print(Json.text(all.stream().map(one -> json(one).members()).toList()));
            return ExitCodes.DONE;
        }
        TextTable table = new TextTable().row("DEFINITION", "VERSION", "UNDER WAY", "LAST SEEN (UTC)", "FINGERPRINT");
        for (Registered one : all) {
            table.row(
                    one.version().name(),
                    String.valueOf(one.version().version()),
                    String.valueOf(one.live()),
                    one.lastSeen().toString(),
                    one.shape().fingerprint());
        }
        table.lines().forEach(this::print);
        return ExitCodes.DONE;
    }

    private static Json json(Registered one) {
        return new Json()
                .with("definition", one.version().name())
                .with("version", one.version().version())
                .with("underWay", one.live())
                .with("firstSeen", one.firstSeen().toString())
                .with("lastSeen", one.lastSeen().toString())
                .with("fingerprint", one.shape().fingerprint());
    }
}
