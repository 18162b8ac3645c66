package io.querent.spring.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL server kept in a directory, for running Querent with nothing installed.
 *
 * <p>It listens on 127.0.0.1 only, asks for a password, and flushes every commit to disk. One process at a time may hold the
 * directory. A server that dies while the process lives is started again, on the same port, a few times at most. {@link #close}
 * stops the server; a process that ends without it, however hard, leaves the server running, and the next start takes it over or,
 * if it died too, recovers its data. Safe for use by several threads.
 */
public final class EmbeddedPostgresServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgresServer.class);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(1);
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration STEADY = Duration.ofMinutes(5);

    private final String databaseName;
    private final ServerDirectory directory;
    private final DirectoryLock lock;
    private final PostgresPrograms programs;
    private final ServerAddress address;
    private final ServerWatch watch;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedPostgresServer(
            String databaseName,
            ServerDirectory directory,
            DirectoryLock lock,
            PostgresPrograms programs,
            ServerAddress address,
            ServerWatch watch) {
        this.databaseName = databaseName;
        this.directory = directory;
        this.lock = lock;
        this.programs = programs;
        this.address = address;
        this.watch = watch;
    }

    /**
     * Refuses a directory that a living process holds, at once: for programs that have much to do before they start their server. It
     * changes nothing and promises nothing; the start itself looks again.
     *
     * @throws EmbeddedPostgresException QRT-5001 if the directory is held
     */
    public static void requireFree(Path directory) {
        try {
            if (Files.exists(directory)) {
                DirectoryLock.requireFree(new ServerDirectory(directory.toRealPath()));
            }
        } catch (IOException e) {
            throw EmbeddedPostgresException.inputOutput(directory, e);
        }
    }

    /**
     * Returns once the server takes connections and the database exists. Waits for servers and backends of earlier processes as
     * the settings allow, and never starts a second server on the same data.
     *
     * @throws EmbeddedPostgresException if that cannot be had; its code says why
     */
    public static EmbeddedPostgresServer start(EmbeddedPostgresSettings settings) {
        try {
            ServerDirectory directory = ServerDirectory.prepare(settings.directory());
            DirectoryLock lock = DirectoryLock.acquire(directory);
            try {
                return start(settings, directory, lock);
            } catch (IOException | RuntimeException | Error failure) {
                lock.close();
                throw failure;
            }
        } catch (IOException | UncheckedIOException e) {
            throw EmbeddedPostgresException.inputOutput(settings.directory(), e);
        }
    }

    private static EmbeddedPostgresServer start(
            EmbeddedPostgresSettings settings, ServerDirectory directory, DirectoryLock lock) throws IOException {
        Files.createDirectories(directory.log());
        PostgresPrograms programs = new PostgresPrograms(directory, PostgresBinaries.install(directory));
        String password = new DataDirectory(directory, programs).prepare(settings.startupTimeout());
        ServerAddress address = new ServerStart(settings, directory, programs, password).run();
        ServerWatch watch = new ServerWatch(
                new WatchedServer(settings.withPort(address.port()), directory, programs, password),
                LOOK_INTERVAL,
                STEADY);
        var server = new EmbeddedPostgresServer(settings.databaseName(), directory, lock, programs, address, watch);
        try {
            address.createDatabaseIfMissing(settings.databaseName());
        } catch (SQLException e) {
            server.close();
            throw EmbeddedPostgresException.sqlFailed(directory.root(), e);
        }
        directory.sweep(programs.installation());
        watch.start();
        return server;
    }

    /** Its clients know the port, so it has to come back there. */
    private record WatchedServer(
            EmbeddedPostgresSettings settings, ServerDirectory directory, PostgresPrograms programs, String password)
            implements ServerWatch.Server {
        @Override
        public boolean isAlive() throws IOException {
            return PostmasterFile.read(directory.data())
                    .filter(PostmasterFile::isServerAlive)
                    .isPresent();
        }

        @Override
        public void startAgain() throws IOException {
            new ServerStart(settings, directory, programs, password).run();
        }
    }

    /** Without user and password. */
    public String jdbcUrl() {
        return address.jdbcUrl(databaseName);
    }

    public int port() {
        return address.port();
    }

    /** The server's only user, its superuser: whoever may read the directory may read all data anyhow. */
    public String username() {
        return ServerAddress.USERNAME;
    }

    /** Made at the first start and kept in a file that only the owner of the directory can read. */
    public String password() {
        return address.password();
    }

    /** PostgreSQL's data directory. */
    public Path dataDirectory() {
        return directory.data();
    }

    /**
     * Stops the server, ending open connections, and gives the directory free. Waits up to a minute; a server that needs longer
     * goes on stopping, and the next start waits for it. Later calls do nothing.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // An interrupt would break the file operations below and leave the server running.
        boolean interrupted = Thread.interrupted();
        watch.close();
        try (lock) {
            stop();
        } catch (IOException | EmbeddedPostgresException e) {
            LOG.warn("Embedded PostgreSQL could not be stopped and runs on; data in {}", directory.data(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void stop() throws IOException {
        PostgresPrograms.Completion stop = programs.stopFast(LONGEST_STOP);
        if (stop.succeeded()) {
            LOG.info("Embedded PostgreSQL stopped; data in {}", directory.data());
        } else if (PostmasterFile.read(directory.data())
                .filter(PostmasterFile::isServerAlive)
                .isEmpty()) {
            LOG.warn("Embedded PostgreSQL had ended before it was stopped; data in {}", directory.data());
        } else {
            throw stop.failure();
        }
    }
}
