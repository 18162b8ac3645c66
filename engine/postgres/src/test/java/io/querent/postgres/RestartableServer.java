package io.querent.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** An immediate shutdown: no checkpoint, no farewell; the next start recovers from the log. */
    public void crash() throws Exception {
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
        ProcessHandle process = ProcessHandle.of(postmaster).orElseThrow();
        new ProcessBuilder("kill", "-QUIT", Long.toString(postmaster)).start().waitFor();
        process.onExit().get(60, TimeUnit.SECONDS);
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

    @Override
    public void close() throws IOException {
        server.close();
    }
}
