package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other transactions are in the way: 40001, 40P01 and 23505 are matters between the engine and its database, and nobody hears of them. */
class DatabaseConflictTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    /** Every so many rows that are written meet a conflict; numbers are drawn outside of transactions, so the next try gets through. */
    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01"})
    void conflictsAtAppendsClaimsRenewalsAndInStepsRunTheSameAgain(String state) throws Exception {
        TroubledLoad load = new TroubledLoad();
        TroubledLoad.prepare(database());
        database().execute("CREATE SEQUENCE writes");
        database().execute("""
                CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('writes') %% 41 = 0 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '%s'; END IF;
                    RETURN NEW;
                END $$
                """.formatted(state));
        database()
                .execute("CREATE TRIGGER conflict BEFORE INSERT OR UPDATE ON querent.saga"
                        + " FOR EACH ROW EXECUTE FUNCTION conflict()");
        database().execute("CREATE TRIGGER conflict BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION conflict()");
        Node node = open(Node.settings("a"), 10, transactions -> List.of(load.definition()));

        load.begin(node);
        load.awaitMore(60);

        load.assertAllIsWell(node, database());
        assertThat(node.journal.counters().conflicts()).isPositive();
        assertThat(node.engine.counters().of(Count.LEASES_LOST)).isZero();
    }

    /** C55: also where the server's default would end a transaction because of a row that has moved on (40001). */
    @ParameterizedTest
    @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
    void theServersDefaultIsolationChangesNothing(String isolation) throws Exception {
        isolate(isolation);
        TroubledLoad load = new TroubledLoad();
        TroubledLoad.prepare(database());
        Node a = open(Node.settings("a"), 10, transactions -> List.of(load.definition()));
        Node b = open(Node.settings("b"), 10, transactions -> List.of(load.definition()));

        load.begin(a);
        load.awaitMore(150);

        load.assertAllIsWell(a, database());
        assertThat(a.engine.counters().of(Count.LEASES_LOST)).isZero();
        assertThat(b.engine.counters().of(Count.LEASES_LOST)).isZero();
    }

    /** C55. The winner's commit is held up by a deferred trigger until the test lets go. */
    @ParameterizedTest
    @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
    void losersOfTheRaceToStartAreToldOfTheWinnersSagaHoweverLateItCommits(String isolation) throws Exception {
        isolate(isolation);
        database().execute("""
                CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_advisory_xact_lock(55); RETURN NULL; END $$
                """);
        database()
                .execute("CREATE CONSTRAINT TRIGGER late AFTER INSERT ON querent.saga DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION wait_for_test()");
        List<CompletableFuture<SagaHandle>> starts;
        try (Connection holder = database().connect();
                Statement statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(55)");
            starts = startOnThreeNodes("late");
            awaitWaiters(3);
        }

        assertOneSagaOf(starts, "late");
    }

    /** C55, variant B. */
    @ParameterizedTest
    @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
    void oneOfThoseWhoWaitStartsTheSagaWhenTheWinnerRollsBack(String isolation) throws Exception {
        isolate(isolation);
        SagaId id = pay.keyOf(Order.of("rolled-back", "10.00")).id();
        List<CompletableFuture<SagaHandle>> starts;
        try (Connection winner = database().connect();
                Statement statement = winner.createStatement()) {
            winner.setAutoCommit(false);
            statement.execute("""
                    INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                        period, status, version, owner, token, wake_at, started_at, updated_at)
                    VALUES (%d, '%s', 'default', 'pay', 'rolled-back', 1, 'v1:', 1, 1, 1, 'winner', 1, now(), now(), now())
                    """.formatted(id.bucket(), id.value()));
            starts = startOnThreeNodes("rolled-back");
            awaitWaiters(3);
            winner.rollback();
        }

        assertOneSagaOf(starts, "rolled-back");
    }

    /** C55: at this level an update of many rows fails when one of them has moved on, and the rows of leases move all the time. */
    @Test
    void renewalsAmongBusyAppendsAreNeverGivenUp() throws Exception {
        isolate("repeatable read");
        TroubledLoad load = new TroubledLoad();
        TroubledLoad.prepare(database());
        Node node = open(Node.settings("a"), 10, transactions -> List.of(load.definition()));
        load.begin(node);
        load.awaitMore(10);

        for (int i = 0; i < 100; i++) {
            List<HeldLease> held = database().texts("SELECT saga_id::text FROM querent.saga WHERE owner = 'a'").stream()
                    .map(id -> new HeldLease(new SagaId(UUID.fromString(id)), 1))
                    .toList();
            node.journal.renew("a", held, Duration.ofSeconds(2));
        }

        load.assertAllIsWell(node, database());
    }

    /** A real deadlock: another transaction takes the rows that a renewal takes, in the other order. */
    @Test
    void aRenewalThatADeadlockChoseAsItsVictimIsRepeated() throws Exception {
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            bank.next((b, call, payment) -> {
                inside.countDown();
                go.await(1, TimeUnit.MINUTES);
                return b.apply(call, payment);
            });
        }
        SagaDefinition<Order> slow = Payments.chargeAndLedger(
                bank,
                ledger,
                Payments.downstream("slow").timeLimit(Duration.ofMinutes(2)).build());
        Node node = open(Node.settings("a").withLease(Duration.ofSeconds(10)), 10, t -> List.of(slow));
        List<SagaHandle> handles = new ArrayList<>();
        for (String number : List.of("dead", "lock")) {
            handles.add(node.engine.start(slow, Order.of(number, "10.00")));
        }
        inside.await();
        List<String> inOrder = database().texts("SELECT saga_id::text FROM querent.saga ORDER BY saga_id");

        try (Connection other = database().connect();
                Statement statement = other.createStatement()) {
            statement.execute("SET deadlock_timeout = '60s'");
            long before = deadlocks();
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM querent.saga WHERE saga_id = '" + inOrder.get(1) + "' FOR UPDATE");
            awaitWaiters(1);
            statement.execute("SELECT 1 FROM querent.saga WHERE saga_id = '" + inOrder.get(0) + "' FOR UPDATE");
            other.rollback();
            other.setAutoCommit(true);
            await().until(() -> deadlocks() > before);
        }
        go.countDown();

        for (SagaHandle handle : handles) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(bank.sends(handle.key() + ":charge")).isEqualTo(1);
        }
        assertThat(node.engine.counters().of(Count.LEASES_LOST)).isZero();
        assertThat(node.journal.countWithoutWakeUp()).isZero();
    }

    private long deadlocks() {
        return database().count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }

    private void isolate(String isolation) {
        database()
                .execute("ALTER DATABASE " + database().name() + " SET default_transaction_isolation = '" + isolation
                        + "'");
    }

    private List<CompletableFuture<SagaHandle>> startOnThreeNodes(String number) {
        List<CompletableFuture<SagaHandle>> starts = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            starts.add(open(name, pay)
                    .engine
                    .startAsync(pay, Order.of(number, "10.00"))
                    .toCompletableFuture());
        }
        return starts;
    }

    private void awaitWaiters(int sessions) {
        await().until(() -> database()
                        .count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND wait_event_type = 'Lock'")
                >= sessions);
    }

    private void assertOneSagaOf(List<CompletableFuture<SagaHandle>> starts, String number) throws Exception {
        List<SagaHandle> handles = new ArrayList<>();
        for (CompletableFuture<SagaHandle> start : starts) {
            handles.add(start.get(30, TimeUnit.SECONDS));
        }
        assertThat(handles).filteredOn(SagaHandle::isNew).hasSize(1);
        for (SagaHandle handle : handles) {
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
        assertThat(bank.sends("default:pay:" + number + ":charge")).isEqualTo(1);
    }
}
