package io.querent.examples.payment.faultrun.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A program of the cluster that runs, and notes its process id for whoever has to end it. */
final class Program {
    private final Process process;

    private Program(Process process) {
        this.process = process;
    }

    /**
     * Starts it, as a user whom PostgreSQL does not refuse.
     *
     * @param log where it says what it does
     * @param pidFile where its process id is noted
     */
    static Program start(List<String> command, Path directory, Path log, Path pidFile) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(ClusterPrograms.asUser(command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("LC_ALL", "C.UTF-8");
        // A home that its user may not enter is asked for files by clients of PostgreSQL.
        builder.environment().put("HOME", directory.toString());
        Process started = builder.start();
        Files.writeString(pidFile, started.pid() + "\n");
        return new Program(started);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it with SIGKILL and waits until it is gone. */
    void kill() throws IOException, InterruptedException {
        process.destroyForcibly();
        awaitEnd(process.toHandle(), Duration.ofSeconds(30));
    }

    /** Ends it with SIGTERM, and with SIGKILL when that takes longer than {@code limit}. */
    void terminate(Duration limit) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }

    static void awaitEnd(ProcessHandle ending, Duration limit) throws IOException, InterruptedException {
        try {
            var unused = ending.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException lasting) {
            throw new IOException("process " + ending.pid() + " could not be ended", lasting);
        }
    }
}
