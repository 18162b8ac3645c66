package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.contract.SagaStory;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.Possession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Appends of different sagas share transactions, and none pays for another. */
class GroupCommitTest {
    private final TestDatabase database = TestServer.newDatabase();
    private final JournalSettings settings =
            JournalSettings.DEFAULT.withWriters(1).withCloseLimit(Duration.ofSeconds(30));
    private PostgresJournal journal = new PostgresJournal(database.dataSource(), settings);

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Test
    void appendsThatWaitTogetherAreCommittedTogether() throws Exception {
        SagaStory held = started("held");
        List<CompletableFuture<AppendResult>> waiting = new ArrayList<>();
        JournalCounters before;
        try (RowLock lock = new RowLock(database, held.id())) {
            waiting.add(append(held.attempt("reserve")));
            lock.awaitWaiter();
            before = journal.counters();
            for (int i = 0; i < 64; i++) {
                waiting.add(append(new SagaStory("one-of-many-" + i, "node-1").start()));
            }
            assertThat(journal.counters().queued()).isEqualTo(64);
        }

        assertThat(results(waiting)).hasSize(65).allMatch(AppendResult.Appended.class::isInstance);
        JournalCounters after = journal.counters();
        assertThat(after.commits() - before.commits()).isEqualTo(2);
        assertThat(after.appends() - before.appends()).isEqualTo(65);
        assertThat(after.queued()).isZero();
    }

    @Test
    void aStaleAppendFailsAlone() throws Exception {
        SagaStory held = started("held");
        SagaStory known = started("known");
        SagaStory former = started("former");
        database.execute("UPDATE querent.saga SET owner = 'node-2', token = 2 WHERE business_key = 'former'");
        SagaStory never = new SagaStory("never", "node-1");
        never.went(new AppendResult.Appended(never.start().events().size()));
        List<CompletableFuture<AppendResult>> waiting = new ArrayList<>();
        try (RowLock lock = new RowLock(database, held.id())) {
            waiting.add(append(held.attempt("reserve")));
            lock.awaitWaiter();
            waiting.add(append(new SagaStory("fresh", "node-1").start()));
            waiting.add(append(former.attempt("reserve")));
            waiting.add(append(new SagaStory("former", "node-3").start()));
            waiting.add(append(never.attempt("reserve")));
            waiting.add(append(known.attempt("reserve")));
        }

        assertThat(results(waiting))
                .extracting(result -> result.getClass().getSimpleName())
                .containsExactly("Appended", "Appended", "Stale", "Exists", "Missing", "Appended");
        assertThat(journal.find(former.id()).orElseThrow().events()).hasSize(1);
        assertThat(journal.counters().stale()).isEqualTo(3);
    }

    @Test
    void dataThatTheDatabaseRefusesFailsItsOwnAppendAlone() throws Exception {
        SagaStory held = started("held");
        List<CompletableFuture<AppendResult>> waiting = new ArrayList<>();
        CompletableFuture<AppendResult> poison;
        CompletableFuture<AppendResult> tooLong;
        try (RowLock lock = new RowLock(database, held.id())) {
            waiting.add(append(held.attempt("reserve")));
            lock.awaitWaiter();
            for (int i = 0; i < 20; i++) {
                waiting.add(append(new SagaStory("sound-" + i, "node-1").start()));
            }
            poison = append(ownedBy("poison", "node\0"));
            tooLong = append(ownedBy("too-long", "n".repeat(201)));
        }

        assertThat(results(waiting)).allMatch(AppendResult.Appended.class::isInstance);
        for (CompletableFuture<AppendResult> refused : List.of(poison, tooLong)) {
            assertThatThrownBy(() -> refused.orTimeout(30, TimeUnit.SECONDS).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(AppendRefusedException.class);
        }
        assertThat(journal.findRow(new SagaStory("poison", "x").id())).isEmpty();
        assertThat(journal.counters().refused()).isEqualTo(2);
    }

    @Test
    void whoAppendsToAFullQueueWaitsAndNothingIsDropped() throws Exception {
        journal.close();
        journal = new PostgresJournal(database.dataSource(), settings.withLimits(4, 8));
        SagaStory held = started("held");
        List<CompletableFuture<AppendResult>> waiting = new ArrayList<>();
        Thread caller = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                waiting.add(append(new SagaStory("crowd-" + i, "node-1").start()));
            }
        });
        try (RowLock lock = new RowLock(database, held.id())) {
            CompletableFuture<AppendResult> first = append(held.attempt("reserve"));
            lock.awaitWaiter();
            caller.start();
            await().until(() -> caller.getState() == Thread.State.WAITING);
            assertThat(journal.counters().queued()).isEqualTo(8);
            assertThat(first).isNotDone();
        }
        caller.join(30_000);

        assertThat(results(waiting)).hasSize(30).allMatch(AppendResult.Appended.class::isInstance);
    }

    @Test
    void anAppendFromACompletedStageDoesNotBlockTheWriter() {
        journal.close();
        journal = new PostgresJournal(database.dataSource(), settings.withLimits(1, 1));
        CompletableFuture<AppendResult> chained = append(new SagaStory("first", "node-1").start());
        for (int i = 0; i < 10; i++) {
            Append next = new SagaStory("chained-" + i, "node-1").start();
            chained = chained.thenCompose(unused -> journal.append(next));
        }

        assertThat(chained.orTimeout(30, TimeUnit.SECONDS).join()).isInstanceOf(AppendResult.Appended.class);
    }

    @Test
    void closingFinishesWhatIsQueued() throws Exception {
        SagaStory held = started("held");
        List<CompletableFuture<AppendResult>> waiting = new ArrayList<>();
        Thread closing = new Thread(journal::close);
        try (RowLock lock = new RowLock(database, held.id())) {
            waiting.add(append(held.attempt("reserve")));
            lock.awaitWaiter();
            for (int i = 0; i < 10; i++) {
                waiting.add(append(new SagaStory("queued-" + i, "node-1").start()));
            }
            closing.start();
            await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        }
        closing.join(30_000);

        assertThat(results(waiting)).allMatch(AppendResult.Appended.class::isInstance);
        assertClosed(append(new SagaStory("too-late", "node-1").start()));
    }

    @Test
    void closingGivesUpWhatItCannotFinishInTime() throws Exception {
        journal.close();
        journal = new PostgresJournal(database.dataSource(), settings.withCloseLimit(Duration.ofMillis(100)));
        SagaStory held = started("held");
        try (RowLock lock = new RowLock(database, held.id())) {
            CompletableFuture<AppendResult> stuck = append(held.attempt("reserve"));
            lock.awaitWaiter();
            CompletableFuture<AppendResult> queued = append(new SagaStory("queued", "node-1").start());

            journal.close();

            assertClosed(stuck);
            assertClosed(queued);
        }
    }

    @Test
    void concurrentSagasShareCommitsByThemselves() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            SagaStory story = new SagaStory("concurrent-" + i, "node-1");
            Thread thread = new Thread(() -> story.runOn(journal));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(60_000);
        }

        JournalCounters counters = journal.counters();
        assertThat(counters.appends()).isEqualTo(64 * 5);
        assertThat(counters.commits()).isLessThanOrEqualTo(counters.appends() / 4);
        assertThat(database.count("SELECT count(*) FROM querent.saga WHERE status = 10"))
                .isEqualTo(64);
    }

    private static void assertClosed(CompletableFuture<AppendResult> append) {
        assertThatThrownBy(() -> append.orTimeout(30, TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(JournalClosedException.class);
    }

    private SagaStory started(String businessKey) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(journal, story.start());
        return story;
    }

    private static Append ownedBy(String businessKey, String node) {
        return new SagaStory(businessKey, node).start(new Possession.Take(node, Duration.ofMinutes(1)));
    }

    private CompletableFuture<AppendResult> append(Append append) {
        return journal.append(append).toCompletableFuture();
    }

    private static List<AppendResult> results(List<CompletableFuture<AppendResult>> waiting) {
        return waiting.stream()
                .map(each -> each.orTimeout(30, TimeUnit.SECONDS).join())
                .toList();
    }
}
