package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.postgres.PostgresSchema;
import io.querent.postgres.RestartableServer;
import io.querent.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server ends sessions, stops, dies or takes no writes, under the load of an engine that lives on (C51). All sagas end as their
 * downstreams say, without a restart of the engine and without new traffic; nothing is sent twice, nothing is recorded as failed.
 */
class ServerTroubleTest {
    /** Statements of an engine, as the server shows them while they wait for a lock. */
    private static final List<String> CLAIM_RENEWAL_APPEND =
            List.of("%SKIP LOCKED%", "%SET wake_at = statement_timestamp()%", "%status = n.status,%");

    private final TroubledLoad load = new TroubledLoad();
    private RestartableServer server;
    private TestDatabase database;
    private Node node;

    @BeforeEach
    void open() throws Exception {
        server = new RestartableServer();
        database = server.database();
        PostgresSchema.migrate(database.dataSource());
        TroubledLoad.prepare(database);
        node = Node.open(
                Node.settings("a"),
                "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database.name(),
                10,
                transactions -> List.of(load.definition()));
        load.begin(node);
        load.awaitMore(25);
    }

    @AfterEach
    void close() throws Exception {
        load.stop();
        node.close();
        database.close();
        server.close();
    }

    /** How a server goes down. */
    enum End {
        SHUT_DOWN,
        CRASH,
        KILL_9;

        void of(RestartableServer server) throws Exception {
            switch (this) {
                case SHUT_DOWN -> server.shutDown();
                case CRASH -> server.crash();
                case KILL_9 -> server.kill();
            }
        }
    }

    /** C51. */
    @Tag("exhaustive")
    @ParameterizedTest
    @EnumSource(End.class)
    void aServerThatGoesDownTwiceUnderLoadCostsNothing(End end) throws Exception {
        end.of(server);
        awaitFailedAppends();
        server.restart();
        load.awaitMore(25);

        load.stop();
        end.of(server);
        server.restart();

        load.assertAllIsWell(node, database);
    }

    /** C51: 57P01 at claim, renewal, append and in a step's own transaction. */
    @Test
    void sessionsThatAreTerminatedWhateverTheyDoCostNothing() throws Exception {
        for (int round = 0; round < 2; round++) {
            for (String statement : CLAIM_RENEWAL_APPEND) {
                terminateWhileWaiting("querent.saga", "query LIKE '" + statement + "'");
            }
            terminateWhileWaiting("note", "query LIKE 'INSERT INTO note%'");
            database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
            load.awaitMore(20);
        }

        load.assertAllIsWell(node, database);
    }

    /** A primary that is about to be one no more, or whose disk the operator protects. */
    @Test
    void aServerThatTakesNoWritesForLongerThanALeaseIsWaitedFor() throws Exception {
        database.execute("ALTER SYSTEM SET default_transaction_read_only = on");
        database.execute("SELECT pg_reload_conf()");
        awaitFailedAppends();
        load.stop();
        assertThat(load.underWay()).isPositive();
        database.awaitNoLeases();

        database.execute("ALTER SYSTEM RESET default_transaction_read_only");
        database.execute("SELECT pg_reload_conf()");

        load.assertAllIsWell(node, database);
    }

    /** 25006, and a new timeline: what the engine is connected to after a failover, before the promotion and after it. */
    @Test
    void aStandbyIsWaitedForUntilItIsPromoted() throws Exception {
        server.shutDown();
        server.restartAsStandby();
        assertThat(database.count("SELECT pg_is_in_recovery()::int")).isEqualTo(1);
        awaitFailedAppends();
        load.stop();
        assertThat(load.underWay()).isPositive();
        database.awaitNoLeases();

        assertThat(database.count("SELECT pg_promote()::int")).isEqualTo(1);

        load.assertAllIsWell(node, database);
    }

    private void awaitFailedAppends() {
        long before = node.journal.counters().failures();
        await().until(() -> node.journal.counters().failures() > before + 2);
    }

    /** Terminates a session of the engine's that is certain to be in the middle of that statement. */
    private void terminateWhileWaiting(String table, String which) throws Exception {
        for (int tries = 0; tries < 20; tries++) {
            if (isTerminatedWhileWaiting(table, which)) {
                return;
            }
            load.awaitMore(1);
        }
        throw new AssertionError("never seen: " + which);
    }

    /** Nothing gets past the lock, so in time the statement stands before it, unless no saga is where it is needed. */
    private boolean isTerminatedWhileWaiting(String table, String which) throws Exception {
        String waiting = " FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND " + which;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
            await().atMost(Duration.ofSeconds(3)).until(() -> database.count("SELECT count(*)" + waiting) > 0);
            statement.execute("SELECT pg_terminate_backend(pid)" + waiting);
            connection.rollback();
            return true;
        } catch (ConditionTimeoutException notSeen) {
            return false;
        }
    }
}
