package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.admin.Nodes.Heard;
import io.querent.runtime.call.DownstreamView;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Prints what nodes say of themselves. */
@Command(
        name = "nodes",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints what nodes say of themselves and of the downstreams that they call. A silent node has missed three"
                        + " reports: it is down, or cannot reach the database.")
final class NodesCommand extends DeskCommand {
    NodesCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        List<Heard> nodes = desk.admin().nodes().all();
        if (wantsJson()) {
            print(Json.text(nodes.stream().map(each -> json(each).members()).toList()));
        } else if (nodes.isEmpty()) {
            print("No node was heard of within a day: nothing is carried out.");
        } else {
            print(nodes);
        }
        return ExitCodes.DONE;
    }

    private void print(List<Heard> nodes) {
        TextTable table = new TextTable().row("NODE", "STATE", "HEARD AT (UTC)", "SAGAS", "DEFINITIONS");
        TextTable calls = new TextTable()
                .row("NODE", "DOWNSTREAM", "CIRCUIT", "IN USE", "SLOTS", "IN LINE", "SENDS", "QUESTIONS", "REFUSALS");
        for (Heard each : nodes) {
            table.row(
                    each.report().node(),
                    each.silent() ? "SILENT" : "HEARD",
                    seconds(each.at()),
                    String.valueOf(each.report().ownedSagas()),
                    String.join(" ", each.report().definitions()));
            new TreeMap<>(each.report().downstreams())
                    .forEach((name, view) -> calls.row(
                            each.report().node(),
                            name,
                            view.circuitClosed() ? "closed" : "OPEN",
                            String.valueOf(view.inUse()),
                            String.valueOf(view.slots()),
                            String.valueOf(view.waiting()),
                            String.valueOf(view.sends()),
                            String.valueOf(view.questions()),
                            String.valueOf(view.refusals())));
        }
        table.lines().forEach(this::print);
        print("");
        calls.lines().forEach(this::print);
    }

    private static Json json(Heard heard) {
        return new Json()
                .with("node", heard.report().node())
                .with("silent", heard.silent())
                .with("heardAt", heard.at())
                .with("ownedSagas", heard.report().ownedSagas())
                .with("definitions", heard.report().definitions())
                .with(
                        "downstreams",
                        new TreeMap<>(heard.report().downstreams())
                                .entrySet().stream()
                                        .map(each -> json(each.getKey(), each.getValue())
                                                .members())
                                        .toList());
    }

    private static Json json(String name, DownstreamView view) {
        return new Json()
                .with("name", name)
                .with("circuitClosed", view.circuitClosed())
                .with("inUse", view.inUse())
                .with("slots", view.slots())
                .with("waiting", view.waiting())
                .with("operations", view.operations())
                .with("sends", view.sends())
                .with("questions", view.questions())
                .with("refusals", view.refusals());
    }
}
