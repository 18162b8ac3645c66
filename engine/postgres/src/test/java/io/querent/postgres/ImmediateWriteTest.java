package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.contract.SagaStory;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appends that the calling thread writes itself, in one round trip, as long as no one else writes. */
class ImmediateWriteTest {
    private static final String COMMIT = "COMMIT\0";

    private final TestDatabase database = TestServer.newDatabase();
    private final CuttingProxy proxy = new CuttingProxy(database.port());

    /** See {@link LostCommitTest}. */
    private final HikariDataSource throughProxy = database.pool(proxy.port(), config -> {
        var source = database.simple(proxy.port());
        source.setPrepareThreshold(0);
        config.setDataSource(source);
    });

    private final PostgresJournal journal = new PostgresJournal(
            throughProxy,
            JournalSettings.DEFAULT
                    .withWriters(1)
                    .withPauses(Duration.ofMillis(1), Duration.ofMillis(20))
                    .withCloseLimit(Duration.ofMillis(500)));

    @AfterEach
    void close() {
        journal.close();
        throughProxy.close();
        proxy.close();
        database.close();
    }

    @Test
    void itIsWrittenWhenTheCallReturns() {
        SagaStory story = new SagaStory("here", "node-1");

        assertThat(here(story.start())).isCompletedWithValue(new AppendResult.Appended(1));

        assertThat(journal.counters().appends()).isEqualTo(1);
        assertThat(journal.counters().commits()).isEqualTo(1);
        assertThat(journal.find(story.id()).orElseThrow().events()).hasSize(1);
    }

    @Test
    void whileOthersWriteItWaitsWithThem() throws Exception {
        SagaStory held = started("held");
        List<CompletableFuture<AppendResult>> waiting = new ArrayList<>();
        JournalCounters before;
        try (RowLock lock = new RowLock(database, held.id())) {
            waiting.add(journal.append(held.attempt("reserve")).toCompletableFuture());
            lock.awaitWaiter();
            before = journal.counters();
            for (int i = 0; i < 20; i++) {
                waiting.add(here(new SagaStory("one-of-many-" + i, "node-1").start()));
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
        }

        assertThat(waiting)
                .allSatisfy(
                        each -> assertThat(each.get(30, TimeUnit.SECONDS)).isInstanceOf(AppendResult.Appended.class));
        assertThat(journal.counters().commits() - before.commits()).isEqualTo(2);
    }

    @Test
    void whileOneWritesHereTheNextWaits() throws Exception {
        SagaStory held = started("held");
        Append attempt = held.attempt("reserve");
        CompletableFuture<AppendResult> next;
        Thread writer;
        try (RowLock lock = new RowLock(database, held.id())) {
            writer = new Thread(() -> here(attempt));
            writer.start();
            lock.awaitWaiter();
            next = here(new SagaStory("next", "node-1").start());
            assertThat(next).isNotDone();
        }

        assertThat(next.get(30, TimeUnit.SECONDS)).isInstanceOf(AppendResult.Appended.class);
        writer.join(30_000);
        assertThat(journal.find(held.id()).orElseThrow().events()).hasSize(2);
    }

    @Test
    void aStaleAppendWritesNothing() throws Exception {
        SagaStory story = started("stale");
        Append late = story.attempt("reserve");
        story.appendTo(journal, story.attempt("reserve"));

        assertThat(here(late).get(30, TimeUnit.SECONDS)).isInstanceOf(AppendResult.Stale.class);
        assertThat(here(new SagaStory("stale", "node-2").start()).get(30, TimeUnit.SECONDS))
                .isInstanceOf(AppendResult.Exists.class);
        assertThat(journal.find(story.id()).orElseThrow().events()).hasSize(2);
    }

    @Test
    void whatTheDatabaseRefusesIsRefused() {
        Append poison = new SagaStory("poison", "n".repeat(201))
                .start(new Possession.Take("n".repeat(201), Duration.ofMinutes(1)));

        assertThatThrownBy(() -> here(poison).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(AppendRefusedException.class);
        assertThat(journal.counters().refused()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheAnswerToTheCommitIsLostItIsWrittenOnce(boolean serverActs) throws Exception {
        SagaStory story = started("lost");
        Append attempt = story.attempt("reserve");
        CountDownLatch cut = serverActs ? proxy.cutAfter(COMMIT) : proxy.cutBefore(COMMIT);

        AppendResult result = here(attempt).get(60, TimeUnit.SECONDS);

        assertThat(cut.getCount()).isZero();
        assertThat(result).isInstanceOf(AppendResult.Appended.class);
        story.went(result);
        StoredSaga stored = journal.find(story.id()).orElseThrow();
        assertThat(stored.events()).hasSize(2);
        assertThat(stored.state()).isEqualTo(story.state());
    }

    @Test
    void whoHangsInADeadConnectionIsGivenUpWhenTheJournalCloses() throws Exception {
        SagaStory story = started("hangs");
        Append attempt = story.attempt("reserve");
        CountDownLatch silent = proxy.fallSilentBefore(COMMIT);
        Thread writer = new Thread(() -> here(attempt));
        writer.start();
        silent.await();

        journal.close();

        assertThatThrownBy(
                        () -> here(new SagaStory("too-late", "node-1").start()).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(JournalClosedException.class);
        proxy.cutAll();
        await().atMost(Duration.ofSeconds(60)).until(() -> !writer.isAlive());
    }

    private SagaStory started(String businessKey) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(journal, story.start());
        return story;
    }

    private CompletableFuture<AppendResult> here(Append append) {
        return journal.appendHere(append).toCompletableFuture();
    }
}
