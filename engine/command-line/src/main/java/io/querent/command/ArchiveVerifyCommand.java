package io.querent.command;

import io.querent.runtime.archive.ArchiveReader;
import io.querent.runtime.archive.ArchiveSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks an archive file. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Reads an archive file to its end and checks every hash and count of it. Prints its SHA-256, which has to be the one"
                    + " that the manifest beside it, querent.retired_month and the audit have.",
            "Fails when the file is not what was written."
        })
final class ArchiveVerifyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The archive file.")
    private Path file = Path.of("");

    @Option(names = "--sha256", paramLabel = "HASH", description = "Fail when the file's hash is another.")
    private @Nullable String sha256;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        ArchiveSummary found = ArchiveReader.verify(file.toString(), Files.newInputStream(file));
        boolean right = sha256 == null || sha256.equalsIgnoreCase(found.sha256());
        if (json) {
            print(Json.text(new Json()
                    .with("month", found.month())
                    .with("sagas", found.sagas())
                    .with("events", found.events())
                    .with("sha256", found.sha256())
                    .with("right", right)));
        } else if (right) {
            print("The file is intact: " + found.sagas() + " sagas of " + found.month() + " with " + found.events()
                    + " events, SHA-256 " + found.sha256());
        } else {
            print("QRT-6101 the file is whole, and another than the one that was asked for; key=" + file + ", expected="
                    + sha256 + ", found=" + found.sha256() + "; look for the right one");
        }
        return right ? ExitCodes.DONE : ExitCodes.REFUSED;
    }

    private void print(String line) {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it before it calls");
        }
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
