package io.querent.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server of its own for tests that take it away. */
public final class RestartableServer implements AutoCloseable {
    private final Path data;
    private EmbeddedPostgres server;

    public RestartableServer() throws IOException {
        this.data = Files.createTempDirectory("querent-restart");
        this.server = TestServer.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }

    public int port() {
        return server.getPort();
    }

    public TestDatabase database() {
        return new TestDatabase("postgres", port());
    }

    /** An orderly shutdown that waits for nobody: sessions are ended (57P01), a checkpoint is written. */
    public void shutDown() throws Exception {
        end("INT");
    }

    /** An immediate shutdown: no checkpoint, no farewell; the next start recovers from the log. */
    public void crash() throws Exception {
        end("QUIT");
    }

    /** {@code kill -9} of the server's first process. The others notice, one by one, and end; returns when all have. */
    public void kill() throws Exception {
        end("KILL");
    }

    private void end(String signal) throws Exception {
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
        ProcessHandle process = ProcessHandle.of(postmaster).orElseThrow();
        List<CompletableFuture<ProcessHandle>> ends =
                process.descendants().map(ProcessHandle::onExit).toList();
        new ProcessBuilder("kill", "-" + signal, Long.toString(postmaster))
                .start()
                .waitFor();
        process.onExit().get(60, TimeUnit.SECONDS);
        for (CompletableFuture<ProcessHandle> end : ends) {
            end.get(60, TimeUnit.SECONDS);
        }
    }

    public void restart() throws IOException {
        int port = port();
        server.close();
        server = TestServer.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .start();
    }

    /** Comes back as a standby that nobody feeds: it answers, and takes no writes (25006) before it is promoted. */
    public void restartAsStandby() throws IOException {
        Files.createFile(data.resolve("standby.signal"));
        restart();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
