package io.querent.examples.settlement.laboratory;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.jdbc.GuardSettings;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import io.querent.receiver.jdbc.JdbcTransactions;
import io.querent.receiver.jdbc.ReceiverSchema;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The database of the experiments: one account, its ledger, and what was made good. */
final class Bench {
    static final String CALLER = "laboratory";

    private static final String TABLES = """
            CREATE TABLE account (name text PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
            CREATE TABLE ledger (operation_key text PRIMARY KEY, account text NOT NULL, amount bigint NOT NULL);
            CREATE TABLE compensation (operation_key text PRIMARY KEY, original text NOT NULL UNIQUE, amount bigint NOT NULL);
            CREATE TABLE settlement_report (name text PRIMARY KEY, token bigint NOT NULL, content text NOT NULL);
            INSERT INTO account VALUES ('A', 1000);
            INSERT INTO settlement_report VALUES ('today', 0, '')
            """;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final long LOOK_EVERY_MILLIS = 20;

    private final String url;
    private final String user;
    private final String password;

    Bench(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    void prepare() throws SQLException {
        ReceiverSchema.migrate(source("prepare"));
        ReceiverSchema.check(source("prepare"), ReceiverSchema.DEFAULT_NAME);
        execute(TABLES);
    }

    /** A node: connections of its own, by whose name the server knows them. */
    JdbcOperationGuard node(String name) {
        return new JdbcOperationGuard(transactions(name), settings(name), new GuardCounters(), null);
    }

    JdbcTransactions transactions(String name) {
        return new JdbcTransactions(source(name));
    }

    GuardSettings settings(String name) {
        return GuardSettings.defaults()
                .withOwner(name)
                .withWaitForHolder(LONGEST_WAIT)
                .withLease(Duration.ofSeconds(1));
    }

    static OperationRequest debit(String key, long amount) {
        String json = "{\"account\":\"A\",\"amount\":" + amount + "}";
        return OperationRequest.of(CALLER, key, json.getBytes(StandardCharsets.UTF_8));
    }

    long ledgerRows() throws SQLException {
        return number("SELECT count(*) FROM ledger");
    }

    long balance() throws SQLException {
        return number("SELECT balance FROM account WHERE name = 'A'");
    }

    long operationRows(String key) throws SQLException {
        return number("SELECT count(*) FROM querent_receiver.operation_record WHERE operation_key = '" + key + "'");
    }

    long number(String query) throws SQLException {
        try (Connection connection = source("observer").getConnection();
                PreparedStatement select = connection.prepareStatement(query);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = source("prepare").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Looks again and again. @return whether it came to be so in time */
    boolean comesTrue(Callable<Boolean> condition) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - deadline > 0 || never.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }

    /** On a thread of its own, as another process would. */
    static <T> CompletableFuture<T> elsewhere(Callable<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(call.call());
            } catch (Exception failure) {
                result.completeExceptionally(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result.orTimeout(LONGEST_WAIT.toSeconds() * 2, TimeUnit.SECONDS);
    }

    private DataSource source(String name) {
        String named = url + (url.contains("?") ? "&" : "?") + "ApplicationName=" + name;
        return new DriverManagerDataSource(named, user, password);
    }
}
