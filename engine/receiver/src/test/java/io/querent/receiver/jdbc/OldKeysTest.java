package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.RetentionPolicy;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that a policy does not keep are forgotten without anybody's being held up, and nothing else is. */
class OldKeysTest {
    private static final SqlText SQL = SqlText.in(ReceiverSchema.DEFAULT_NAME);
    private static final Duration KEPT = Duration.ofDays(30);
    private static final int BATCH = 500;

    /** In one bucket, whose number is the first ten bits of each id. */
    private static final String ROWS = """
            INSERT INTO querent_receiver.operation_record (first_at, ended_at, token, period, attempts, hash_version, bucket, status,
                operation_id, hash, caller, operation_key)
            SELECT now() - interval '%1$s', now() - interval '%1$s', 1, 0, 1, 1, 7, 10,
                ('01c0' || substr(md5('%2$s' || i), 1, 28))::uuid, decode(repeat('ab', 32), 'hex'), 'shop', '%2$s-' || i
            FROM generate_series(1, %3$d) AS i
            """;

    private static final String COUNT = "SELECT count(*) FROM querent_receiver.operation_record";

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final Transactions transactions = new JdbcTransactions(database.dataSource());

    @AfterEach
    void close() {
        database.close();
    }

    private void ended(String name, String ago, int rows) {
        database.execute(ROWS.formatted(ago, name, rows));
    }

    /** As it is when its work was done a hundred days ago: the day of its answer is gone. */
    private void debitLongAgo(String key) throws Exception {
        new JdbcOperationGuard(database.dataSource()).execute(Debit.request(key, 1), Debit.of(1));
        database.execute("UPDATE querent_receiver.operation_record SET first_at = first_at - interval '100 days',"
                + " ended_at = ended_at - interval '100 days' WHERE operation_key = '" + key + "'");
        database.execute("DELETE FROM querent_receiver.operation_answer WHERE operation_id = '"
                + OperationId.of("shop", key).id() + "'");
    }

    private int forget(OldKeys keys) {
        return keys.forget(this::plainly, KEPT);
    }

    private OldKeys.Stretch plainly(TransactionWork<OldKeys.Stretch> work) {
        try {
            return transactions.run(work);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void aRunForgetsABatchAndTheNextOneGoesOnUntilNothingOldIsLeft() {
        ended("old", "31 days", 1_600);
        ended("young", "29 days", 400);
        OldKeys keys = new OldKeys(SQL, BATCH);

        List<Integer> gone = new ArrayList<>();
        while (database.count(COUNT + " WHERE operation_key LIKE 'old-%'") > 0) {
            gone.add(forget(keys));
            assertThat(gone).hasSizeLessThanOrEqualTo(2_000 / BATCH + 2);
        }

        assertThat(gone).allSatisfy(each -> assertThat(each).isLessThanOrEqualTo(2 * BATCH));
        assertThat(gone.stream().mapToInt(each -> each).sum()).isEqualTo(1_600);
        assertThat(database.count(COUNT)).isEqualTo(400);
        assertThat(forget(keys)).isZero();
    }

    @Test
    void wholeOfASmallTableIsLookedAtInOneRunWhereverItBegins() {
        ended("old", "31 days", 40);
        ended("young", "29 days", 10);
        assertThat(forget(new OldKeys(SQL, BATCH))).isEqualTo(40);
        assertThat(database.count(COUNT)).isEqualTo(10);
    }

    @Test
    void severalAtOnceForgetEachKeyOnce() {
        ended("old", "31 days", 400);
        List<Integer> gone = Crowd.of(4, () -> forget(new OldKeys(SQL, 1_000)));
        assertThat(gone.stream().mapToInt(each -> each).sum()).isEqualTo(400);
    }

    @Test
    void whatIsNotAtItsEndAndWhatWasAtAResourceStaysHoweverOld() {
        ended("open", "400 days", 3);
        database.execute("""
                UPDATE querent_receiver.operation_record SET ended_at = NULL, status = 1, owner = 'o', lease_until = now()
                WHERE operation_key = 'open-1';
                UPDATE querent_receiver.operation_record SET ended_at = NULL, status = 2, next_attempt_at = first_at
                WHERE operation_key = 'open-2';
                UPDATE querent_receiver.operation_record SET ended_at = NULL, status = 3, unknown_at = first_at
                WHERE operation_key = 'open-3';
                INSERT INTO querent_receiver.fence VALUES (now() - interval '400 days', 9, 7, 'account:A');
                INSERT INTO querent_receiver.operation_decision
                SELECT now() - interval '400 days', 1, bucket, 3, 2, operation_id, 'r', 'ann', 'run again', 'looked'
                FROM querent_receiver.operation_record
                """);
        String whole =
                "SELECT string_agg(r::text, '|' ORDER BY operation_key) FROM querent_receiver.operation_record r";
        ended("old", "400 days", 20);

        ReceiverUpkeep upkeep = new ReceiverUpkeep(
                transactions,
                GuardSettings.defaults(),
                new RetentionPolicy(Duration.ofDays(15), Optional.of(KEPT), false));
        database.execute("UPDATE querent_receiver.operation_record SET lease_until = now() + interval '1 day'"
                + " WHERE status = 1");
        List<String> before = database.texts(whole + " WHERE operation_key LIKE 'open%'");
        assertThat(upkeep.run().keysRemoved()).isEqualTo(20);

        assertThat(database.texts(whole)).isEqualTo(before);
        assertThat(database.texts("SELECT resource || ' ' || token FROM querent_receiver.fence"))
                .containsExactly("account:A 9");
        assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_decision"))
                .isEqualTo(3);
    }

    @Test
    void aKeyThatSomebodyIsAtIsPassedOverAndNotWaitedFor() throws Exception {
        ended("old", "31 days", 10);
        try (Connection person = database.connect();
                Statement releasing = person.createStatement()) {
            person.setAutoCommit(false);
            releasing.execute("UPDATE querent_receiver.operation_record SET status = 2, ended_at = NULL, token = 2,"
                    + " next_attempt_at = now() WHERE operation_key = 'old-4'");

            assertThat(forget(new OldKeys(SQL, BATCH))).isEqualTo(9);

            person.commit();
        }
        assertThat(forget(new OldKeys(SQL, BATCH))).isZero();
        assertThat(database.texts("SELECT operation_key || ' ' || status FROM querent_receiver.operation_record"))
                .containsExactly("old-4 2");
    }

    @Test
    void claimsGoOnWhileKeysAreForgottenAndOneOfTheSameKeyTakesItAnew() throws Exception {
        debitLongAgo("again");
        new JdbcOperationGuard(database.dataSource()).execute(Debit.request("other", 1), Debit.of(1));
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        CompletableFuture<Integer> forgetting = Crowd.start(() -> new OldKeys(SQL, BATCH)
                .forget(
                        work -> plainly(connection -> {
                            OldKeys.Stretch stretch = work.on(connection);
                            if (stretch.gone() > 0) {
                                gone.countDown();
                                commit.await();
                            }
                            return stretch;
                        }),
                        KEPT));
        gone.await();
        JdbcOperationGuard guard = new JdbcOperationGuard(database.dataSource());
        short bucket = OperationId.of("shop", "again").bucket();

        for (String key : keysOf(bucket)) {
            assertThat(guard.execute(Debit.request(key, 1), Debit.of(1))).isInstanceOf(Execution.Applied.class);
        }
        assertThat(guard.execute(Debit.request("other", 1), Debit.of(1))).isInstanceOf(Execution.Replayed.class);
        CompletableFuture<Execution> again = Crowd.start(() -> guard.execute(Debit.request("again", 5), transaction -> {
            return OperationAnswer.succeeded(Body.json("{\"again\":true}"));
        }));
        await().until(() -> database.lockWaiters() == 1);
        commit.countDown();

        assertThat(again.join()).isInstanceOf(Execution.Applied.class);
        assertThat(forgetting.join()).isEqualTo(1);
    }

    /** Beside the one that is being forgotten. */
    private static List<String> keysOf(short bucket) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; keys.size() < 3; i++) {
            if (OperationId.of("shop", "n" + i).bucket() == bucket) {
                keys.add("n" + i);
            }
        }
        return keys;
    }

    @Test
    void aStatementReadsNoMoreThanItsBatchAndGoesByTheKey() throws Exception {
        ended("old", "31 days", 10_000);
        ended("young", "29 days", 30_000);
        database.execute("ANALYZE querent_receiver.operation_record");
        Field statement = OldKeys.class.getDeclaredField("FORGET");
        statement.setAccessible(true);
        String prepared = "PREPARE forget (smallint, uuid, bigint, smallint, smallint, uuid, bigint, bigint) AS "
                + numbered(SQL.of((String) statement.get(null)));

        String plan = plan(
                prepared,
                "EXECUTE forget (7, '01c08000-0000-0000-0000-000000000000', 500, 7, 7,"
                        + " '01c08000-0000-0000-0000-000000000000', " + KEPT.toMillis() + ", " + KEPT.toMillis() + ")");

        assertThat(plan).doesNotContain("Seq Scan").contains("operation_record_7_pkey");
        List<Double> read = Pattern.compile("(?m)(?:Index|Bitmap|CTE) .*Scan.*actual rows=([0-9.]+)")
                .matcher(plan)
                .results()
                .map((MatchResult scan) -> Double.valueOf(scan.group(1)))
                .toList();
        assertThat(read)
                .as(plan)
                .hasSizeGreaterThan(2)
                .allSatisfy(rows -> assertThat(rows).isLessThanOrEqualTo(500));
        Pattern.compile("Rows Removed by Filter: ([0-9]+)")
                .matcher(plan)
                .results()
                .forEach(filter ->
                        assertThat(Integer.valueOf(filter.group(1))).as(plan).isLessThan(500));
    }

    private static String numbered(String sql) {
        String numbered = sql;
        for (int i = 1; numbered.contains("?"); i++) {
            numbered = numbered.replaceFirst("\\?", "\\$" + i);
        }
        return numbered;
    }

    private String plan(String prepare, String execute) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET plan_cache_mode = force_generic_plan");
            statement.execute(prepare);
            try (ResultSet rows =
                    statement.executeQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) " + execute)) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
        }
        return plan.toString();
    }
}
