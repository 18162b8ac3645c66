package io.querent.receiver;

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
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of its own for one test class, and its pools. */
public final class ReceiverDatabase implements AutoCloseable {
    private final String name;
    private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();
    private final HikariDataSource pool;

    ReceiverDatabase(String name) {
        this.name = name;
        this.pool = pool(ReceiverServer.port(), 8);
    }

    public String name() {
        return name;
    }

    public DataSource dataSource() {
        return pool;
    }

    /** Another pool, whose connections go to {@code toPort}: the server's own, or a proxy's. It is closed with this database. */
    public HikariDataSource pool(int toPort, int connections) {
        return pool(simple(toPort), connections);
    }

    /** Another pool of that source's connections. It is closed with this database. */
    public HikariDataSource pool(DataSource source, int connections) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(5_000);
        config.setInitializationFailTimeout(-1);
        HikariDataSource another = new HikariDataSource(config);
        pools.add(another);
        return another;
    }

    /** Connections without a pool. */
    public PGSimpleDataSource simple(int toPort) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {toPort});
        source.setDatabaseName(name);
        source.setUser("postgres");
        return source;
    }

    /** A connection that no pool hands to anybody else. */
    public Connection connect() throws SQLException {
        return simple(ReceiverServer.port()).getConnection();
    }

    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    public long count(String sql) {
        return Long.parseLong(texts(sql).get(0));
    }

    /** The first column. */
    public List<String> texts(String sql) {
        List<String> texts = new ArrayList<>();
        try (Connection connection = connect();
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

    /** How many of this database's connections wait for a lock. */
    public long lockWaiters() {
        return count(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }
}
