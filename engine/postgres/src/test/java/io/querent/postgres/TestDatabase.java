package io.querent.postgres;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of its own for one test class, and its pool. */
public final class TestDatabase implements AutoCloseable {
    private final String name;
    private final int port;
    private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();
    private final HikariDataSource pool;

    TestDatabase(String name, int port) {
        this.name = name;
        this.port = port;
        this.pool = pool(port, config -> {});
    }

    public String name() {
        return name;
    }

    public DataSource dataSource() {
        return pool;
    }

    /** Another pool, whose connections go to {@code toPort}: the server's own, or a proxy's. It is closed with this database. */
    HikariDataSource pool(int toPort, Consumer<HikariConfig> change) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(simple(toPort));
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(2_000);
        config.setInitializationFailTimeout(-1);
        change.accept(config);
        HikariDataSource another = new HikariDataSource(config);
        pools.add(another);
        return another;
    }

    /** Connections without a pool. */
    PGSimpleDataSource simple(int toPort) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {toPort});
        source.setDatabaseName(name);
        source.setUser("postgres");
        return source;
    }

    public int port() {
        return port;
    }

    public void execute(String sql) {
        try (Connection connection = simple(port).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    public long count(String sql) {
        try (Connection connection = simple(port).getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** The first column. */
    public List<String> texts(String sql) {
        List<String> texts = new ArrayList<>();
        try (Connection connection = simple(port).getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** Waits until every lease has ended and nothing is due later. */
    public void awaitNoLeases() {
        await().until(() -> count("SELECT count(*) FROM querent.saga WHERE wake_at > now()") == 0);
    }

    /** A connection that no pool hands to anybody else. */
    public Connection connect() throws SQLException {
        return simple(port).getConnection();
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }
}
