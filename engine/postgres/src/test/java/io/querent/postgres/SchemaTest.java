package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.contract.SagaStory;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Possession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/** What the tables refuse, whoever writes to them, and how they come to be. */
class SchemaTest {
    private TestDatabase database = TestServer.newDatabase();

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wake_at = NULL",
                "wake_at = NULL, owner = NULL",
                "status = 10",
                "status = 13, wake_at = NULL, owner = NULL",
                "status = 13, ended_at = now()",
                "status = 3, ended_at = now(), owner = NULL, wake_at = NULL",
                "status = 10, ended_at = now()",
                "status = 10, ended_at = now(), owner = NULL",
                "status = 4, wake_at = NULL",
                "ended_at = now()",
                "version = NULL",
                "owner = repeat('n', 201)"
            })
    void aRowThatNothingWouldWakeUpOrThatContradictsItselfIsRefused(String change) {
        started();

        assertThatThrownBy(() -> database.execute("UPDATE querent.saga SET " + change))
                .rootCause()
                .hasMessageContaining(reason(change));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status = 10, ended_at = now(), owner = NULL, wake_at = NULL",
                "status = 4, owner = NULL, wake_at = NULL",
                "status = 13, ended_at = now(), owner = NULL, wake_at = NULL",
                "status = 4, owner = NULL",
                "status = 2, owner = NULL"
            })
    void aRowThatRestsOrWillWakeUpIsAccepted(String change) {
        started();

        database.execute("UPDATE querent.saga SET " + change);

        assertThat(database.count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
    }

    @Test
    void anEventHasItsNumberForItselfAlone() {
        started();

        assertThatThrownBy(
                        () -> database.execute(
                                "INSERT INTO querent.event (bucket, period, saga_id, sequence, revision, type, payload)"
                                        + " SELECT bucket, period, saga_id, sequence, revision, type, payload FROM querent.event"))
                .rootCause()
                .hasMessageContaining("duplicate key value violates unique constraint");
    }

    @Test
    void nodesMayMigrateAtTheSameTime() throws Exception {
        database.close();
        database = TestServer.newEmptyDatabase();

        atOnce(4, () -> {
            PostgresSchema.migrate(database.simple(database.port()));
            return true;
        });

        assertThat(database.count("SELECT count(*) FROM querent.migration WHERE version = '1'"))
                .isEqualTo(1);
        started();
    }

    @Test
    void aSchemaThatOthersHaveChangedIsNotTouched() {
        database.execute("UPDATE querent.migration SET checksum = 1 WHERE version = '1'");

        assertThatThrownBy(() -> PostgresSchema.migrate(database.dataSource()))
                .isInstanceOf(MigrationFailedException.class);
    }

    @Test
    void aDatabaseThatCannotBeReachedIsNotCalledBroken() {
        try (TestDatabase nowhere = new TestDatabase("nowhere", 1)) {
            assertThatThrownBy(() -> PostgresSchema.migrate(nowhere.simple(1)))
                    .isInstanceOf(JournalUnavailableException.class);
        }
    }

    @Test
    void partitionsOfThisMonthAndTheNextTwoAreMadeOnce() throws Exception {
        Clock clock = Clock.fixed(Instant.parse("2031-12-15T00:00:00Z"), ZoneOffset.UTC);

        List<Integer> made = atOnce(4, () -> PostgresSchema.ensurePartitions(database.dataSource(), clock));

        assertThat(made.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3);
        assertThat(
                        database.count(
                                "SELECT count(*) FROM pg_inherits WHERE inhparent = 'querent.event'::regclass AND"
                                        + " inhrelid::regclass::text IN ('querent.event_2031_12', 'querent.event_2032_01', 'querent.event_2032_02')"))
                .isEqualTo(3);
        assertThat(PostgresSchema.ensurePartitions(database.dataSource(), clock))
                .isZero();
    }

    @Test
    void eventsLieInThePartitionOfTheirSagasMonth() {
        PostgresSchema.ensurePartitions(database.dataSource(), Clock.fixed(SagaStory.AT, ZoneOffset.UTC));
        started();

        String month =
                DateTimeFormatter.ofPattern("yyyy_MM").withZone(ZoneOffset.UTC).format(SagaStory.AT);
        assertThat(database.count("SELECT count(*) FROM querent.event_" + month))
                .isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent.event_other")).isZero();
    }

    /** A plan made while the table is new and without statistics is kept for long; it must not scan the table. */
    @Test
    void rowsAreLookedUpByKeyFromTheFirstDay() throws Exception {
        String plan = plan(SagaWrites.UPDATE_IF_GUARD_HOLDS);

        assertThat(plan).contains("Index Scan using saga_key").doesNotContain("Seq Scan");
    }

    private String plan(String sql) throws Exception {
        Matcher mark = Pattern.compile("\\?").matcher(sql);
        StringBuilder numbered = new StringBuilder("EXPLAIN (GENERIC_PLAN) ");
        for (int i = 1; mark.find(); i++) {
            mark.appendReplacement(numbered, "\\$" + i);
        }
        mark.appendTail(numbered);
        StringBuilder plan = new StringBuilder();
        PGSimpleDataSource simple = database.simple(database.port());
        simple.setPreferQueryMode(PreferQueryMode.SIMPLE);
        try (Connection connection = simple.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(numbered.toString())) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    private static String reason(String change) {
        if (change.startsWith("version")) {
            return "violates not-null constraint";
        }
        return change.contains("repeat") ? "value too long" : "violates check constraint \"saga_will_wake_or_rests\"";
    }

    private void started() {
        try (PostgresJournal journal = new PostgresJournal(database.dataSource())) {
            SagaStory story = new SagaStory("one", "node-1");
            story.appendTo(journal, story.start(new Possession.Take("node-1", Duration.ofMinutes(1))));
        }
    }

    private static <T> List<T> atOnce(int threads, Callable<T> work) throws Exception {
        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            futures.add(pool.submit(() -> {
                together.await();
                return work.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : futures) {
            results.add(each.get());
        }
        pool.shutdown();
        return results;
    }
}
