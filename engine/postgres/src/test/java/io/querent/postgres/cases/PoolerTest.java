package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.postgres.PgBouncer;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresSchema;
import io.querent.postgres.TestDatabase;
import io.querent.postgres.TestServer;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Two engines work through PgBouncer in transaction mode, with two server connections for all of theirs: migrations, appends, claims,
 * renewals, steps' transactions, compensations and the event log need nothing of a session.
 */
class PoolerTest {
    private static final int SERVER_CONNECTIONS = 2;

    /** What the test's own pool keeps open beside the pooler. */
    private static final int OF_THE_TEST = 1;

    /** What a session could be left with: everything here must be as in a session that was just opened. */
    private static final String SESSION_STATE = """
            SELECT current_setting('search_path') || ' ' || current_setting('role') || ' '
                || current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('statement_timeout') || ' '
                || current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only') || ' '
                || (SELECT count(*) FROM pg_prepared_statements) || ' ' || (SELECT count(*) FROM pg_cursors WHERE is_holdable)
                || ' ' || (SELECT count(*) FROM pg_listening_channels()) || ' '
                || (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory') || ' '
                || (pg_my_temp_schema() <> 0)
            """;

    private final TroubledLoad load = new TroubledLoad();
    private final TestDatabase database = TestServer.newEmptyDatabase();
    private PgBouncer pooler;

    @BeforeEach
    void open() throws Exception {
        pooler = PgBouncer.before(database, SERVER_CONNECTIONS);
    }

    @AfterEach
    void close() {
        load.stop();
        if (pooler != null) {
            pooler.close();
        }
        database.close();
    }

    @Test
    void enginesBehindATransactionModePoolerUseNothingOfASession() throws Exception {
        String fresh = stateOf(database.connect());
        PGSimpleDataSource throughPooler = new PGSimpleDataSource();
        throughPooler.setUrl(pooler.url());
        throughPooler.setUser("postgres");
        PostgresSchema.migrate(throughPooler);
        TroubledLoad.prepare(database);

        try (Node a = node("a");
                Node b = node("b")) {
            load.begin(a);
            load.awaitMore(60);
            assertThat(serverConnections()).isLessThanOrEqualTo(SERVER_CONNECTIONS + OF_THE_TEST);
            load.assertAllIsWell(a, database);
            assertThat(b.journal.countWithoutWakeUp()).isZero();
            assertLogIsWhole(a);
            PostgresSchema.migrate(throughPooler);
        }

        assertThat(statesOfServerConnections()).containsExactly(fresh);
    }

    private Node node(String name) {
        return Node.open(Node.settings(name), pooler.url(), 10, transactions -> List.of(load.definition()));
    }

    private void assertLogIsWhole(Node node) {
        PostgresEventLog log = new PostgresEventLog(node.dataSource);
        long events = database.count("SELECT count(*) FROM querent.history");
        await().until(() -> {
            List<LoggedEvent> read = new ArrayList<>();
            EventPosition position = EventPosition.START;
            for (List<LoggedEvent> next = log.read(position, 50); !next.isEmpty(); next = log.read(position, 50)) {
                read.addAll(next);
                position = next.get(next.size() - 1).position();
            }
            return read.size() == events;
        });
    }

    private long serverConnections() {
        return database.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid()");
    }

    /**
     * One client's connection sees all server connections in turn, which shows that they are swapped between its transactions; the
     * states found on them.
     */
    private Set<String> statesOfServerConnections() throws SQLException {
        Set<Long> sessions = new HashSet<>();
        Set<String> states = new TreeSet<>();
        try (Connection connection = pooler.connect();
                Connection another = pooler.connect();
                Statement holding = another.createStatement()) {
            another.setAutoCommit(false);
            holding.execute("SELECT 1");
            sessions.add(backend(connection));
            states.add(stateOn(connection));
            sessions.add(backend(another));
            states.add(stateOn(another));
            another.rollback();
            another.setAutoCommit(true);
            Set<Long> ofOneClient = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                ofOneClient.add(backend(connection));
            }
            assertThat(ofOneClient).as("server connections of one client").hasSize(SERVER_CONNECTIONS);
        }
        assertThat(sessions).hasSize(SERVER_CONNECTIONS);
        return states;
    }

    private static String stateOf(Connection connection) throws SQLException {
        try (connection) {
            return stateOn(connection);
        }
    }

    private static String stateOn(Connection connection) throws SQLException {
        return text(connection, SESSION_STATE);
    }

    private static long backend(Connection connection) throws SQLException {
        return Long.parseLong(text(connection, "SELECT pg_backend_pid()"));
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
