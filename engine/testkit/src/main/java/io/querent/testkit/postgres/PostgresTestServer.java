package io.querent.testkit.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.postgres.PostgresSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The one PostgreSQL server of this test JVM: real binaries, started when it is first asked for, without care for what would survive a
 * power failure. It ends with the JVM.
 */
public final class PostgresTestServer {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String TEMPLATE = "querent_test_template";
    private static final int CONNECTIONS = 20;
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private PostgresTestServer() {}

    /** Started by the first use of this class and by no other. */
    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private Running() {}
    }

    /** A new database with the engine's schema, and a pool of connections to it. Closing the pool leaves the database behind. */
    public static HikariDataSource newDatabase() {
        String name = "querent_test_" + DATABASES.incrementAndGet();
        create(Running.SERVER, name, " TEMPLATE " + TEMPLATE);
        HikariConfig config = new HikariConfig();
        config.setDataSource(Running.SERVER.getDatabase("postgres", name));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    private static EmbeddedPostgres start() {
        try {
            Path data = Files.createTempDirectory("querent-test");
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setPGStartupWait(PATIENCE)
                    .setDataDirectory(data)
                    .setRegisterShutdownHook(false)
                    .setServerConfig("max_connections", "200")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> throwAway(data)));
            create(server, TEMPLATE, "");
            DataSource template = server.getDatabase("postgres", TEMPLATE);
            DatabaseClock.create(template);
            PostgresSchema.migrate(template);
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Nobody needs what is in it, so the server is not asked to put anything in order: on a busy machine that takes long. */
    private static void throwAway(Path data) {
        try {
            String postmaster =
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim();
            ProcessHandle.of(Long.parseLong(postmaster)).ifPresent(process -> {
                process.destroyForcibly();
                process.onExit()
                        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .join();
            });
            try (Stream<Path> files = Files.walk(data)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A database's settings are not copied from its template. */
    private static void create(EmbeddedPostgres server, String name, String options) {
        DataSource administration = server.getPostgresDatabase();
        Sql.execute(administration, "CREATE DATABASE " + name + options);
        Sql.execute(administration, "ALTER DATABASE " + name + " SET search_path = " + DatabaseClock.SEARCH_PATH);
    }
}
