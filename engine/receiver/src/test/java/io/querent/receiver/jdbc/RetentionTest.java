package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.receiver.Crowd;
import io.querent.receiver.CuttingProxy;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolver;
import io.querent.receiver.RetentionPolicy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is kept how long, at clocks that are set. */
class RetentionTest {
    private static final Instant START = Instant.parse("2031-03-01T12:00:00Z");
    private static final RetentionPolicy WEEK = RetentionPolicy.answersFor(Duration.ofDays(7));

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final Transactions transactions = new JdbcTransactions(database.dataSource());
    private final GuardSettings settings = GuardSettings.defaults();

    @AfterEach
    void close() {
        database.close();
    }

    private static SqlText at(Instant time) {
        return new SqlText(ReceiverSchema.DEFAULT_NAME, "timestamptz '" + time + "'");
    }

    private JdbcOperationGuard guardAt(Instant time) {
        return new JdbcOperationGuard(transactions, settings, new GuardCounters(), null, at(time));
    }

    private ReceiverUpkeep upkeepAt(Instant time, RetentionPolicy policy) {
        return new ReceiverUpkeep(transactions, settings, policy, at(time));
    }

    private Execution debitAt(Instant time) throws Exception {
        return guardAt(time).execute(Debit.request("k", 100), Debit.of(100));
    }

    @Test
    void sameKeyIsOneOperationOnBothSidesOfAMonthsEnd() throws Exception {
        Instant before = Instant.parse("2031-03-31T23:59:59.900Z");
        Instant after = Instant.parse("2031-04-01T00:00:00.100Z");
        upkeepAt(before, WEEK).run();
        assertThat(debitAt(before)).isInstanceOf(Execution.Applied.class);
        assertThat(debitAt(after)).isInstanceOf(Execution.Replayed.class);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_answer_20310331"))
                .isEqualTo(1);
    }

    @Test
    void sameKeyAtOnceOnBothSidesOfAMonthsEndIsOneOperation() {
        upkeepAt(Instant.parse("2031-03-31T12:00:00Z"), WEEK).run();
        AtomicInteger next = new AtomicInteger();
        List<Execution> told = Crowd.of(
                16,
                () -> debitAt(
                        next.getAndIncrement() % 2 == 0
                                ? Instant.parse("2031-03-31T23:59:59.999Z")
                                : Instant.parse("2031-04-01T00:00:00.001Z")));
        assertThat(told).filteredOn(Execution.Applied.class::isInstance).hasSize(1);
        assertThat(told).filteredOn(Execution.Replayed.class::isInstance).hasSize(15);
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
    }

    @Test
    void answerIsReplayedWhileItIsKeptAndGoneFromThenOnButNeverDoneAgain() throws Exception {
        upkeepAt(START, WEEK).run();
        debitAt(START);
        Instant day8 = START.plus(Duration.ofDays(7)).plus(Duration.ofHours(11));
        upkeepAt(day8, WEEK).run();
        assertThat(debitAt(day8)).isInstanceOf(Execution.Replayed.class);
        Instant day400 = START.plus(Duration.ofDays(400));
        assertThat(upkeepAt(day400, WEEK).run().daysRemoved()).isPositive();
        assertThat(debitAt(day400)).isEqualTo(new Execution.Gone());
        assertThat(guardAt(day400).execute(Debit.request("k", 120), Debit.of(120)))
                .isEqualTo(new Execution.Conflict());
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
    }

    @Test
    void dayThatWasDetachedByAProcessThatDiedThenIsDroppedByTheNextRun() throws Exception {
        upkeepAt(START, WEEK).run();
        Instant day20 = START.plus(Duration.ofDays(20));
        String left =
                "SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relname ~ '^operation_answer_203103'"
                        + " AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = c.oid)";
        try (CuttingProxy proxy = new CuttingProxy(ReceiverServer.port())) {
            proxy.cut("DROP TABLE", false);
            ReceiverUpkeep dying =
                    new ReceiverUpkeep(new JdbcTransactions(database.simple(proxy.port())), settings, WEEK, at(day20));
            assertThatThrownBy(dying::run).isInstanceOf(GuardUnavailableException.class);
        }
        assertThat(database.texts(left)).hasSize(1);
        assertThat(upkeepAt(day20, WEEK).run().daysWaiting()).isZero();
        assertThat(database.texts(left)).isEmpty();
    }

    @Test
    void dayThatIsDetachedForTheArchiveStaysUnderAnotherPolicy() {
        upkeepAt(START, WEEK).run();
        Instant day20 = START.plus(Duration.ofDays(20));
        assertThat(upkeepAt(day20, new RetentionPolicy(Duration.ofDays(7), Optional.empty(), true))
                        .run()
                        .daysRemoved())
                .isPositive();
        assertThat(upkeepAt(day20, WEEK).run().daysRemoved()).isZero();
        assertThat(database.texts(
                        "SELECT coalesce(to_regclass('querent_receiver.operation_answer_20310301')::text, '-')"))
                .containsExactly("querent_receiver.operation_answer_20310301");
    }

    @Test
    void nodesThatTakeDaysAwayAtOnceLeaveThemToWhoeverIsFirst() {
        upkeepAt(START, WEEK).run();
        Instant day20 = START.plus(Duration.ofDays(20));
        Crowd.of(4, () -> upkeepAt(day20, WEEK).run());
        upkeepAt(day20, WEEK).run();
        assertThat(database.texts("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '_2031030[1-9]$'"))
                .isEmpty();
    }

    @Test
    void whatNobodyKnowsOfIsKeptWithItsAttemptsHoweverOld() {
        upkeepAt(START, WEEK).run();
        try (JdbcLongOperationGuard longGuard = longGuardAt(START)) {
            for (String key : List.of("a", "b")) {
                longGuard.execute(
                        Debit.request(key, 100),
                        lease -> {
                            throw new IOException("reset");
                        },
                        Resolver.ofPeople());
            }
        }
        database.execute("UPDATE querent_receiver.operation_record SET status = 11, ended_at = '" + START
                + "', next_attempt_at = NULL, unknown_at = NULL WHERE operation_key = 'b'");
        RetentionPolicy shortly = new RetentionPolicy(Duration.ofDays(7), Optional.of(Duration.ofDays(30)), false);
        ReceiverUpkeep.Done done =
                upkeepAt(START.plus(Duration.ofDays(400)), shortly).run();
        assertThat(done.daysRemoved()).isPositive();
        assertThat(done.keysRemoved()).isEqualTo(1);
        assertThat(database.texts("SELECT operation_key FROM querent_receiver.operation_record"))
                .containsExactly("a");
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_attempt"))
                .isEqualTo(1);
    }

    @Test
    void answerOfADayWithoutATableIsKeptAsLongAsOthers() throws Exception {
        debitAt(START);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_answer_rest"))
                .isEqualTo(1);
        upkeepAt(START, WEEK).run();
        upkeepAt(START.plus(Duration.ofDays(7)), WEEK).run();
        assertThat(debitAt(START.plus(Duration.ofDays(7)))).isInstanceOf(Execution.Replayed.class);
        upkeepAt(START.plus(Duration.ofDays(9)), WEEK).run();
        assertThat(debitAt(START.plus(Duration.ofDays(9)))).isEqualTo(new Execution.Gone());
    }

    @Test
    void archivedDayIsLeftBesideTheOthers() throws Exception {
        upkeepAt(START, WEEK).run();
        debitAt(START);
        upkeepAt(START.plus(Duration.ofDays(30)), new RetentionPolicy(Duration.ofDays(7), Optional.empty(), true))
                .run();
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_answer"))
                .isZero();
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_answer_20310301"))
                .isEqualTo(1);
    }

    @Test
    void claimsGoOnWhileADayWaitsToBeDroppedBehindALongReader() throws Exception {
        upkeepAt(START, WEEK).run();
        debitAt(START);
        Instant later = START.plus(Duration.ofDays(30));
        upkeepAt(later.minus(Duration.ofDays(6)), RetentionPolicy.answersFor(Duration.ofDays(100)))
                .run();
        try (Connection reader = database.connect();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM querent_receiver.operation_answer");
            CountDownLatch stop = new CountDownLatch(1);
            AtomicInteger claims = new AtomicInteger();
            CompletableFuture<Integer> claimer = Crowd.start(() -> {
                while (!stop.await(0, TimeUnit.MILLISECONDS)) {
                    String key = "c" + claims.incrementAndGet();
                    assertThat(guardAt(later).execute(Debit.request(key, 1), Debit.of(0)))
                            .isInstanceOf(Execution.Applied.class);
                }
                return claims.get();
            });
            ReceiverUpkeep.Done done = upkeepAt(later, WEEK).run();
            assertThat(done.daysWaiting()).isPositive();
            int before = claims.get();
            await().until(() -> claims.get() > before + 20);
            stop.countDown();
            assertThat(claimer.join()).isGreaterThan(20);
            reader.rollback();
        }
        assertThat(upkeepAt(later, WEEK).run().daysWaiting()).isZero();
        assertThat(debitAt(later)).isEqualTo(new Execution.Gone());
    }

    @Test
    void leaseThatNobodyHoldsAnyMoreIsUnknownAndCounted() {
        CountDownLatch never = new CountDownLatch(1);
        JdbcLongOperationGuard longGuard = longGuardAt(START);
        Crowd.start(() -> longGuard.execute(
                Debit.request("k", 100),
                lease -> {
                    never.await();
                    return Debit.of(100);
                },
                Resolver.ofPeople()));
        await().until(() -> upkeepAt(START, WEEK).figures().inProgress() == 1);
        Instant later = START.plus(Duration.ofMinutes(5));
        assertThat(upkeepAt(later, WEEK).figures().expiredLeases()).isEqualTo(1);
        assertThat(upkeepAt(later, WEEK).expireLeases()).isEqualTo(1);
        assertThat(upkeepAt(later.plus(Duration.ofMinutes(1)), WEEK).figures()).satisfies(figures -> {
            assertThat(figures.unknown()).isEqualTo(1);
            assertThat(figures.oldestUnknown()).isEqualTo(Duration.ofMinutes(1));
        });
        assertThat(database.texts("SELECT status || ' ' || error_class FROM querent_receiver.operation_attempt"))
                .containsExactly("3 LEASE_EXPIRED");
        longGuard.close();
    }

    @Test
    void keyThatWouldBeForgottenBeforeItsAnswerIsRefused() {
        assertThatThrownBy(() -> new RetentionPolicy(Duration.ofDays(7), Optional.of(Duration.ofDays(7)), false))
                .isInstanceOf(ReceiverException.class)
                .hasMessageStartingWith("QRT-9006");
    }

    private JdbcLongOperationGuard longGuardAt(Instant time) {
        return new JdbcLongOperationGuard(transactions, settings, new GuardCounters(), null, at(time));
    }
}
