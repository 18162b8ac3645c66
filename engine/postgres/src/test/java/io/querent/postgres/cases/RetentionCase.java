package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.archive.DirectoryArchive;
import io.querent.runtime.archive.HistoryArchive;
import io.querent.runtime.retention.Retention;
import io.querent.runtime.retention.Retention.Report;
import io.querent.runtime.retention.RetentionPolicy;
import io.querent.saga.SagaKey;
import java.nio.file.Path;
import java.time.YearMonth;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Sagas that an engine has run, made to be of long ago, and what retires their history. */
abstract class RetentionCase extends WordCase {
    static final YearMonth LONG_AGO = YearMonth.of(2024, 3);
    static final RetentionPolicy POLICY = RetentionPolicy.DEFAULT.inBatchesOf(2);

    @TempDir
    Path directory;

    HistoryArchive archive = new DirectoryArchive(Path.of("unset"));

    @BeforeEach
    void openArchive() {
        archive = new DirectoryArchive(directory);
    }

    Retention retention() {
        return new PostgresAdmin(database().dataSource()).retention();
    }

    Report run() {
        return run(POLICY);
    }

    Report run(RetentionPolicy policy) {
        return retention().run(policy, archive, "node-r", () -> false);
    }

    /** A saga that has been paid, long ago. */
    SagaHandle paid(Node node, String number) throws Exception {
        SagaHandle saga = node.engine.start(buy, Order.of(number, "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        age(saga.key(), LONG_AGO);
        return saga;
    }

    /** As if all of it had happened in the middle of that month. */
    void age(SagaKey saga, YearMonth month) {
        String day = "timestamp '" + month.atDay(15) + " 12:00'";
        String where = " WHERE saga_id = '" + saga.id() + "'";
        database().execute("SELECT querent.ensure_event_partition(date '" + month.atDay(1) + "')");
        database()
                .execute("BEGIN; SELECT FROM querent.saga" + where + " FOR UPDATE;"
                        + "UPDATE querent.event SET period = querent.event_period(" + day + "), recorded_at = " + day
                        + where
                        + "; UPDATE querent.saga SET period = querent.event_period(" + day + "), started_at = " + day
                        + ", updated_at = " + day + ", ended_at = CASE WHEN ended_at IS NOT NULL THEN " + day + " END"
                        + where
                        + "; COMMIT");
    }

    /** Whether the month's events are in the log. */
    boolean isInLog(YearMonth month) {
        return database()
                        .count("SELECT count(*) FROM pg_inherits WHERE inhparent = 'querent.event'::regclass"
                                + " AND inhrelid = to_regclass('" + table(month) + "')")
                == 1;
    }

    boolean isThere(YearMonth month) {
        return database().count("SELECT count(to_regclass('" + table(month) + "'))") == 1;
    }

    static String table(YearMonth month) {
        return "querent.event_" + month.toString().replace('-', '_');
    }

    static String file(YearMonth month) {
        return "events-" + month + ".ndjson.gz";
    }

    long events(SagaHandle saga) {
        return database().count("SELECT count(*) FROM querent.event WHERE saga_id = '" + saga.id() + "'");
    }
}
