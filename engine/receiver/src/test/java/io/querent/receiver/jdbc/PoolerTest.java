package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.outbox.OutboxRelay;
import io.querent.outbox.OutgoingMessage;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationDecision;
import io.querent.receiver.OperationDecision.Verdict;
import io.querent.receiver.PgBouncer;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolution;
import io.querent.receiver.RetentionPolicy;
import io.querent.receiver.inbox.InboxCase;
import io.querent.receiver.inbox.InboxConsumer;
import io.querent.receiver.inbox.InboxRetention;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.inbox.Reception;
import io.querent.receiver.outbox.NewMessage;
import io.querent.receiver.outbox.ServiceOutbox;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The receiver works through PgBouncer in transaction mode, with two server connections for all of its own: migrations, both guards,
 * inbox, outbox, decisions and upkeep need nothing of a session.
 */
class PoolerTest {
    private static final int SERVER_CONNECTIONS = 2;

    /** What a session could be left with: everything here must be as in a session that was just opened. */
    private static final String SESSION_STATE = """
            SELECT current_setting('search_path') || ' ' || current_setting('role') || ' ' || current_setting('lock_timeout') || ' '
                || current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('statement_timeout') || ' '
                || current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only') || ' '
                || (SELECT count(*) FROM pg_prepared_statements) || ' ' || (SELECT count(*) FROM pg_cursors WHERE is_holdable)
                || ' ' || (SELECT count(*) FROM pg_listening_channels()) || ' '
                || (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory') || ' '
                || (pg_my_temp_schema() <> 0)
            """;

    private final ReceiverDatabase database = ReceiverServer.newEmptyDatabase();
    private PgBouncer pooler;
    private DataSource pooled;
    private Transactions transactions;
    private String fresh;

    @BeforeEach
    void open() throws Exception {
        pooler = PgBouncer.before(database, SERVER_CONNECTIONS);
        fresh = stateOf(database.connect());
        pooled = database.pool(pooler.source(), 12);
        transactions = new JdbcTransactions(pooled);
        ReceiverSchema.migrate(pooled);
        ReceiverSchema.check(pooled, ReceiverSchema.DEFAULT_NAME);
        database.execute("""
                CREATE TABLE account (name text PRIMARY KEY, balance bigint NOT NULL);
                CREATE TABLE ledger (operation_key text NOT NULL, amount bigint NOT NULL);
                INSERT INTO account VALUES ('A', 1000)
                """);
    }

    /** Whatever a test has done, nothing of it is left on a server connection that others will be given. */
    @AfterEach
    void close() throws Exception {
        try {
            if (pooled != null) {
                assertThat(statesOfServerConnections()).containsExactly(fresh);
            }
        } finally {
            if (pooler != null) {
                pooler.close();
            }
            database.close();
        }
    }

    private GuardSettings settings(Isolation isolation) {
        return GuardSettings.defaults().withIsolation(isolation).withLease(Duration.ofSeconds(1));
    }

    @Test
    void guardAtEveryLevel() throws Exception {
        for (Isolation isolation : Isolation.values()) {
            GuardCounters counters = new GuardCounters();
            JdbcOperationGuard guard = new JdbcOperationGuard(transactions, settings(isolation), counters, null);
            JdbcOperationGuard another = new JdbcOperationGuard(transactions, settings(isolation), counters, null);
            AtomicInteger next = new AtomicInteger();
            Crowd.of(8, () -> {
                int number = next.getAndIncrement();
                return (number % 2 == 0 ? guard : another)
                        .execute(Debit.request(isolation + "-" + number / 4, 10), Debit.of(10));
            });
            Fence newer = new Fence("account:" + isolation, 2);
            Fence older = new Fence("account:" + isolation, 1);
            guard.execute(Debit.request(isolation + "-refused", 5000).withFence(newer), Debit.of(5000));
            assertThat(guard.execute(Debit.request(isolation + "-old", 1).withFence(older), Debit.of(1)))
                    .isEqualTo(new Execution.Stale(older));
            assertThat(counters.counts().applied()).isEqualTo(3);
            assertThat(counters.counts().replays()).isEqualTo(6);
        }
        assertBooks(1000 - 3 * 20, 6);
    }

    @Test
    void longGuardWithItsHeartbeatItsQuestionAndAPersonsDecision() throws Exception {
        GuardSettings settings = settings(Isolation.READ_COMMITTED);
        String leaseMillis = "SELECT (extract(epoch FROM lease_until - first_at) * 1000)::bigint"
                + " FROM querent_receiver.operation_record WHERE operation_key = 'k'";
        try (JdbcLongOperationGuard guard =
                new JdbcLongOperationGuard(transactions, settings, new GuardCounters(), null)) {
            Execution done = guard.execute(
                    Debit.request("k", 100),
                    lease -> {
                        await().until(() -> database.count(leaseMillis) > 2_000);
                        lease.check();
                        return Debit.of(100);
                    },
                    lease -> new Resolution.CannotTell("never asked"));
            assertThat(done).isInstanceOf(Execution.Applied.class);
            assertThat(guard.execute(
                            Debit.request("lost", 50),
                            lease -> {
                                throw new SocketTimeoutException("Read timed out");
                            },
                            lease -> new Resolution.CannotTell("never asked")))
                    .isInstanceOf(Execution.InReview.class);
        }
        OperationDesk desk = new OperationDesk(transactions, settings, new GuardCounters(), null);
        OperationDecision decision = new OperationDecision(
                "shop", "lost", "CHG-1", "ann", "the bank knows it", 1, new Verdict.TookEffect(Body.json("{}")));
        assertThat(desk.decide(decision)).isEqualTo(OperationDecision.Outcome.DONE);
        assertThat(desk.decide(decision)).isEqualTo(OperationDecision.Outcome.DONE_BEFORE);
        assertBooks(900, 1);
    }

    @Test
    void inboxAndOutbox() throws Exception {
        Queue<OutgoingMessage> sent = new ConcurrentLinkedQueue<>();
        AtomicBoolean failing = new AtomicBoolean(true);
        ServiceOutbox outbox = new ServiceOutbox(transactions);
        InboxSettings settings = InboxCase.SETTINGS;
        try (OutboxRelay relay = OutboxRelay.start(outbox, sent::add, RelaySettings.DEFAULT);
                InboxConsumer consumer = InboxConsumer.start(
                        transactions,
                        "ledger",
                        (message, connection) -> {
                            InboxCase.book(message, connection);
                            outbox.write(connection, NewMessage.json(message.id() + ":booked", "bookings", "A", "{}"));
                            if (message.id().equals("m-3") && failing.getAndSet(false)) {
                                throw new IllegalStateException("not now");
                            }
                        },
                        settings)) {
            for (int i = 0; i < 6; i++) {
                assertThat(consumer.receive(InboxCase.message("m-" + i)))
                        .isEqualTo(i == 3 ? Reception.DEFERRED : Reception.HANDLED);
                assertThat(consumer.receive(InboxCase.message("m-" + i))).isEqualTo(Reception.DUPLICATE);
            }
            await().until(() -> sent.size() == 6);
            await().until(() -> relay.counters().sent() == 6);
            assertThat(consumer.waiting().figures().waiting()).isZero();
        }
        assertThat(sent).extracting(OutgoingMessage::id).doesNotHaveDuplicates();
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(6);
    }

    @Test
    void upkeepThatDropsDaysAndForgetsKeys() throws Exception {
        new JdbcOperationGuard(pooled).execute(Debit.request("k", 10), Debit.of(10));
        RetentionPolicy policy = new RetentionPolicy(Duration.ofDays(7), Optional.of(Duration.ofDays(30)), false);
        SqlText later = new SqlText(
                ReceiverSchema.DEFAULT_NAME, "timestamptz '" + Instant.now().plus(Duration.ofDays(60)) + "'");
        ReceiverUpkeep upkeep = new ReceiverUpkeep(transactions, settings(Isolation.READ_COMMITTED), policy, later);
        ReceiverUpkeep.Done done = upkeep.run();
        assertThat(done.keysRemoved()).isEqualTo(1);
        assertThat(done.daysRemoved()).isPositive();
        assertThat(done.daysWaiting()).isZero();
        assertThat(upkeep.figures().unknown()).isZero();

        database.execute("SELECT querent_receiver.ensure_inbox_day((now() AT TIME ZONE 'UTC')::date - 40)");
        InboxRetention.Done inbox = new InboxRetention(transactions, InboxSettings.DEFAULT).run();
        assertThat(inbox.daysDropped()).isEqualTo(1);
        assertThat(inbox.daysMade()).isEqualTo(3);
    }

    private void assertBooks(long balance, long rows) {
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(balance);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(rows);
    }

    /** Of both server connections, between which one client's transactions are swapped. */
    private Set<String> statesOfServerConnections() throws SQLException {
        Set<String> sessions = new HashSet<>();
        Set<String> states = new TreeSet<>();
        try (Connection connection = pooler.connect();
                Connection another = pooler.connect();
                Statement holding = another.createStatement()) {
            another.setAutoCommit(false);
            holding.execute("SELECT 1");
            for (Connection each : List.of(connection, another)) {
                sessions.add(text(each, "SELECT pg_backend_pid()"));
                states.add(text(each, SESSION_STATE));
            }
            another.rollback();
        }
        assertThat(sessions).hasSize(SERVER_CONNECTIONS);
        return states;
    }

    private static String stateOf(Connection connection) throws SQLException {
        try (connection) {
            return text(connection, SESSION_STATE);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
