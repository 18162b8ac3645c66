package io.querent.examples.payment.ledger;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The service's tables on a real server, and transactions as the engine makes them. */
final class TestLedger implements AutoCloseable {
    private final EmbeddedPostgresServer server;
    private final JdbcClient database;
    private final TransactionTemplate transactions;

    private TestLedger(EmbeddedPostgresServer server, DataSource source) {
        this.server = server;
        this.database = JdbcClient.create(source);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(source));
    }

    static TestLedger in(Path directory) {
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(
                EmbeddedPostgresSettings.in(directory).withServerSettings(Map.of("fsync", "off")));
        DataSource source = new DriverManagerDataSource(server.jdbcUrl(), server.username(), server.password());
        Flyway.configure().dataSource(source).defaultSchema("ledger").load().migrate();
        return new TestLedger(server, source);
    }

    JdbcClient database() {
        return database;
    }

    TransactionTemplate transactions() {
        return transactions;
    }

    @Override
    public void close() {
        server.close();
    }
}
