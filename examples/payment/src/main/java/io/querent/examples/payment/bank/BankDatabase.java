package io.querent.examples.payment.bank;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The database that the bank's process uses: a pool, and the server behind it where the bank started that itself. */
final class BankDatabase implements AutoCloseable {
    private static final String DATABASE_NAME = "bank";

    /** Nothing the bank does in its database takes long, so what does is stuck. */
    private static final String LIMITS =
            "SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '15s'";

    private static final long CONNECTION_TIMEOUT_MILLIS = 5_000;
    private static final String SOCKET_TIMEOUT_SECONDS = "30";

    private final HikariDataSource pool;
    private final @Nullable EmbeddedPostgresServer server;

    private BankDatabase(HikariDataSource pool, @Nullable EmbeddedPostgresServer server) {
        this.pool = pool;
        this.server = server;
    }

    static BankDatabase at(String url, @Nullable String user, @Nullable String password, int connections) {
        return new BankDatabase(pool(url, user, password, connections), null);
    }

    static BankDatabase in(Path directory, int connections) {
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(
                EmbeddedPostgresSettings.in(directory).withDatabaseName(DATABASE_NAME));
        try {
            return new BankDatabase(pool(server.jdbcUrl(), server.username(), server.password(), connections), server);
        } catch (RuntimeException refused) {
            server.close();
            throw refused;
        }
    }

    DataSource source() {
        return pool;
    }

    @Override
    public void close() {
        pool.close();
        if (server != null) {
            server.close();
        }
    }

    private static HikariDataSource pool(
            String url, @Nullable String user, @Nullable String password, int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("bank");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        config.setConnectionInitSql(LIMITS);
        config.addDataSourceProperty("socketTimeout", SOCKET_TIMEOUT_SECONDS);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        return new HikariDataSource(config);
    }
}
