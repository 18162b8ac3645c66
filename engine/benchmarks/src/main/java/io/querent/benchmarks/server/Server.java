package io.querent.benchmarks.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server under measurement: one of our own that lives as long as this object, or one that was there before. */
public final class Server implements AutoCloseable {
    /** Of a server that was not stopped in order, with much log to go through. */
    private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(10);

    private final String jdbcUrl;
    private final @Nullable EmbeddedPostgres embedded;

    private Server(String jdbcUrl, @Nullable EmbeddedPostgres embedded) {
        this.jdbcUrl = jdbcUrl;
        this.embedded = embedded;
    }

    /**
     * Starts a server with an empty data directory. Everything that makes a commit durable is on. Checkpoints are far apart, so that
     * none falls into one round and not into another.
     */
    public static Server start() throws IOException {
        return started(durable());
    }

    /** The same with its data in a folder that stays there, and is used again when it holds some. */
    public static Server startIn(Path data) throws IOException {
        return started(
                durable().setDataDirectory(data).setCleanDataDirectory(false).setPGStartupWait(LONGEST_RECOVERY));
    }

    private static EmbeddedPostgres.Builder durable() {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("shared_buffers", "1GB")
                .setServerConfig("max_wal_size", "16GB")
                .setServerConfig("checkpoint_timeout", "1h")
                .setServerConfig("max_connections", "200")
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("pg_stat_statements.track_utility", "off");
    }

    private static Server started(EmbeddedPostgres.Builder builder) throws IOException {
        EmbeddedPostgres embedded = builder.start();
        return new Server(embedded.getJdbcUrl("postgres", "postgres"), embedded);
    }

    /** A server that runs already. */
    public static Server at(String jdbcUrl) {
        return new Server(jdbcUrl, null);
    }

    /** Opens a pool of connections to it. */
    public HikariDataSource connect(int connections) {
        return new HikariDataSource(pool(connections));
    }

    /** Opens a pool of connections whose round trips are counted for whoever owns {@code schema}. */
    public HikariDataSource connect(int connections, String schema) {
        HikariConfig config = pool(connections);
        config.addDataSourceProperty("socketFactory", CountingSocketFactory.class.getName());
        config.addDataSourceProperty("socketFactoryArg", schema);
        return new HikariDataSource(config);
    }

    private HikariConfig pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(connections);
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        return config;
    }

    @Override
    public void close() throws IOException {
        if (embedded != null) {
            embedded.close();
        }
    }
}
