package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.contract.Claims;
import io.querent.contract.SagaStory;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.JournalUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The database goes away under load: what was being written is written once, and nothing that was confirmed is lost (C51). */
class OutageTest {
    private static final int THREADS = 8;
    private static final int SAGAS_PER_THREAD = 40;
    private static final int EVENTS_PER_SAGA = 6;

    private static final JournalSettings IMPATIENT =
            JournalSettings.DEFAULT.withPauses(Duration.ofMillis(5), Duration.ofMillis(100));

    @Test
    void connectionsThatTheServerTerminatesCostNothing() throws Exception {
        try (TestDatabase database = TestServer.newDatabase();
                PostgresJournal journal = new PostgresJournal(database.dataSource(), IMPATIENT)) {
            List<Thread> load = load(journal);
            for (int i = 1; i <= 10; i++) {
                int reached = i * THREADS * SAGAS_PER_THREAD / 2;
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> journal.counters().appends() >= reached);
                database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            }

            assertAllRunOnce(load, journal, database);
        }
    }

    @Test
    void aServerThatCrashesAndRecoversCostsNothing() throws Exception {
        try (RestartableServer server = new RestartableServer();
                TestDatabase database = server.database()) {
            PostgresSchema.migrate(database.dataSource());
            try (PostgresJournal journal = new PostgresJournal(database.dataSource(), IMPATIENT)) {
                List<Thread> load = load(journal);
                await().until(() -> journal.counters().appends() > 200);
                server.crash();
                await().until(() -> journal.counters().failures() > 0);
                server.restart();

                assertAllRunOnce(load, journal, database);
            }
        }
    }

    @Test
    void whileTheDatabaseIsAwayAppendsWaitReadersAreToldAndClosingGivesUp() {
        TestDatabase nowhere = new TestDatabase("nowhere", 1);
        PostgresJournal journal = new PostgresJournal(
                nowhere.pool(1, config -> config.setConnectionTimeout(250)),
                IMPATIENT.withCloseLimit(Duration.ofMillis(200)));
        SagaStory story = new SagaStory("waiting", "node-1");

        CompletableFuture<AppendResult> append = journal.append(story.start()).toCompletableFuture();

        assertThatThrownBy(() -> journal.find(story.id())).isInstanceOf(JournalUnavailableException.class);
        assertThatThrownBy(() -> Claims.due(journal, "node-1", 10)).isInstanceOf(JournalUnavailableException.class);
        await().until(() -> journal.counters().failures() > 1);
        assertThat(append).isNotDone();
        journal.close();
        assertThatThrownBy(() -> append.orTimeout(10, TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(JournalClosedException.class);
        nowhere.close();
    }

    @Test
    void aShortTimeoutOfIdleTransactionsDoesNotHurt() throws Exception {
        try (TestDatabase database = TestServer.newDatabase()) {
            database.execute("ALTER DATABASE " + database.name() + " SET idle_in_transaction_session_timeout = '2s'");
            try (PostgresJournal journal = new PostgresJournal(database.dataSource(), IMPATIENT)) {
                assertAllRunOnce(load(journal), journal, database);
                assertThat(journal.counters().failures()).isZero();
            }
        }
    }

    private static List<Thread> load(PostgresJournal journal) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(new Thread(() -> IntStream.range(0, SAGAS_PER_THREAD)
                    .forEach(saga -> new SagaStory("load-" + number + "-" + saga, "node-1").runOn(journal))));
        }
        threads.forEach(Thread::start);
        return threads;
    }

    private static void assertAllRunOnce(List<Thread> load, PostgresJournal journal, TestDatabase database)
            throws Exception {
        for (Thread thread : load) {
            thread.join(120_000);
            assertThat(thread.isAlive()).isFalse();
        }
        int sagas = THREADS * SAGAS_PER_THREAD;
        assertThat(database.count(
                        "SELECT count(*) FROM querent.saga WHERE status = 10 AND version = " + EVENTS_PER_SAGA))
                .isEqualTo(sagas);
        assertThat(database.count("SELECT count(*) FROM (SELECT saga_id FROM querent.history GROUP BY saga_id"
                        + " HAVING count(*) = " + EVENTS_PER_SAGA + " AND max(sequence) = " + EVENTS_PER_SAGA
                        + ") AS whole"))
                .isEqualTo(sagas);
        assertThat(journal.counters().queued()).isZero();
    }
}
