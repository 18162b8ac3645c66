package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.runtime.archive.ArchiveReader;
import io.querent.runtime.archive.ArchivedSaga;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.PayloadMask;
import io.querent.saga.QuerentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Prints what an archive file has of one saga. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints all that an archive file has of one saga, in order, and checks the whole file on the way. Values are masked,"
                        + " except for what --show names.")
final class ArchiveShowCommand implements Callable<Integer> {
    private static final String TYPE = "type";
    private static final String PAYLOAD = "payload";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "The archive file.")
    private Path file = Path.of("");

    @Parameters(index = "1", paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private String key = "";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--show",
            paramLabel = "NAMES",
            description = "Names of values that are shown and not masked. Default: $$QUERENT_SHOW, otherwise none.")
    private String show = Objects.requireNonNullElse(System.getenv("QUERENT_SHOW"), "");

    /** An entry as people see it. */
    private record Shown(int number, String at, String kind, String what, String content) {
        Json json() {
            return new Json()
                    .with("number", number)
                    .with("at", at)
                    .with("kind", kind)
                    .with("what", what)
                    .with("content", Json.tree(content));
        }
    }

    @Override
    public Integer call() throws IOException {
        ArchivedSaga saga = ArchiveReader.find(file.toString(), Files.newInputStream(file), key)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6102",
                        "the archive file has no such saga; key=" + key + ", file=" + file
                                + "; show names the file that a saga's history is in"));
        PayloadMask mask = new PayloadMask(MaskingRules.parse(show));
        List<Shown> entries =
                saga.entries().stream().map(each -> shown(each, mask)).toList();
        if (json) {
            print(Json.text(new Json()
                    .with("saga", saga.saga())
                    .with("head", saga.head())
                    .with(
                            "entries",
                            entries.stream().map(each -> each.json().members()).toList())));
        } else {
            TextTable table = new TextTable().row("NUMBER", "AT (UTC)", "KIND", "WHAT", "CONTENT");
            entries.forEach(each ->
                    table.row(String.valueOf(each.number()), each.at(), each.kind(), each.what(), each.content()));
            table.lines().forEach(this::print);
            print("Head " + saga.head());
        }
        return ExitCodes.DONE;
    }

    /** Of an event its payload; of what else there is, the row. */
    private static Shown shown(ArchivedSaga.Entry entry, PayloadMask mask) {
        JsonNode content = Json.tree(entry.content());
        boolean isEvent = entry.kind().equals(ArchivedSaga.EVENT) && content.has(TYPE) && content.has(PAYLOAD);
        return new Shown(
                entry.number(),
                entry.at(),
                entry.kind(),
                isEvent ? content.get(TYPE).asString() : "",
                mask.mask(isEvent ? content.get(PAYLOAD).asString() : entry.content()));
    }

    private void print(String line) {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it before it calls");
        }
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
