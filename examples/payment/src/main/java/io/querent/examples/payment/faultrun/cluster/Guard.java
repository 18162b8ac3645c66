package io.querent.examples.payment.faultrun.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small shell that ends what runs of a cluster when this process is killed, or when it is told to. Patroni's servers are nobody's children, and a server
 * whose Patroni is gone would go on for ever.
 */
final class Guard {
    /**
     * Its input ends when this process does. Then each process that a file names is killed, in the files' order, if it still is one of
     * this cluster's: its command names the cluster's directory.
     */
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            cat >/dev/null
            directory=$1
            shift
            for file in "$@"; do
                pid=$(head -n 1 "$file" 2>/dev/null) || continue
                [ -n "$pid" ] && tr '\\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$directory" && kill -KILL "$pid"
            done
            """;

    private static final long END_SECONDS = 10;

    private final Process shell;

    private Guard(Process shell) {
        this.shell = shell;
    }

    /** @param pidFiles whose first lines are process ids; need not exist yet */
    static Guard over(Path directory, List<Path> pidFiles) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "cluster-guard", directory.toString()));
        pidFiles.forEach(file -> command.add(file.toString()));
        return new Guard(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Has it do so now, and waits until it has. */
    void finish() throws InterruptedException {
        try {
            shell.outputWriter().close();
        } catch (IOException gone) {
            shell.destroyForcibly();
        }
        if (!shell.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            shell.destroyForcibly();
        }
    }
}
