package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.contract.Claims;
import io.querent.contract.SagaStory;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection is lost while a commit is under way: before or after the server has acted on it (C56). */
class LostCommitTest {
    /** The statement, and not the beginning of "committed": on the wire a statement ends with a zero. */
    private static final String COMMIT = "COMMIT\0";

    private final TestDatabase database = TestServer.newDatabase();
    private final CuttingProxy proxy = new CuttingProxy(database.port());

    /** Statements travel with their text every time, so that the proxy can tell them apart. */
    private final HikariDataSource throughProxy = database.pool(proxy.port(), config -> {
        var source = database.simple(proxy.port());
        source.setPrepareThreshold(0);
        config.setDataSource(source);
    });

    private final PostgresJournal journal = new PostgresJournal(
            throughProxy,
            JournalSettings.DEFAULT.withWriters(1).withPauses(Duration.ofMillis(1), Duration.ofMillis(20)));

    @AfterEach
    void close() {
        journal.close();
        throughProxy.close();
        proxy.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStartIsWrittenOnceAndItsCallerIsToldSo(boolean serverActs) throws Exception {
        SagaStory story = new SagaStory("start", "node-1");

        expectAppended(story, story.start(), serverActs);

        story.appendTo(journal, story.attempt("reserve"));
        assertStored(story, 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResultIsWrittenOnceAndItsOwnerGoesOn(boolean serverActs) throws Exception {
        SagaStory story = new SagaStory("result", "node-1");
        story.appendTo(journal, story.start());
        story.appendTo(journal, story.attempt("reserve"));

        expectAppended(story, story.succeeded("reserve", "\"r\""), serverActs);

        story.appendTo(journal, story.attempt("transfer"));
        assertStored(story, 4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSagaThatWasLetGoIsDueOnce(boolean serverActs) throws Exception {
        SagaStory story = new SagaStory("let-go", "node-1");
        story.appendTo(journal, story.start());

        expectAppended(story, story.only(new Possession.DueIn(Duration.ZERO)), serverActs);

        List<StoredSaga> claimed = Claims.due(journal, "node-2", 10);
        assertThat(claimed).extracting(saga -> saga.row().token()).containsExactly(2L);
    }

    @Test
    void equalEventsOfAnotherOwnerAreNotTakenForOnesOwn() throws Exception {
        SagaStory mine = new SagaStory("same", "node-1");
        SagaStory others = new SagaStory("same", "node-2");
        Append start = mine.start();
        try (PostgresJournal direct = new PostgresJournal(database.dataSource());
                var blocker = database.simple(database.port()).getConnection()) {
            // The other node is first, and commits only after the first try of this node has failed.
            blocker.setAutoCommit(false);
            direct.appendOn(blocker, others.start());
            var result = journal.append(start).toCompletableFuture();
            RowLock.awaitWaiter(database);
            proxy.cutAll();
            blocker.commit();

            assertThat(result.get())
                    .isInstanceOfSatisfying(
                            AppendResult.Exists.class,
                            exists -> assertThat(exists.row().owner()).isEqualTo("node-2"));
        }
    }

    @Test
    void aNodeThatFallsSilentBetweenWritingAndCommittingDoesNotHoldItsSagasForLong() throws Exception {
        SagaStory story = new SagaStory("silent", "node-1");
        story.appendTo(journal, story.start(new Possession.Take("node-1", Duration.ofMillis(1))));
        CountDownLatch silent = proxy.fallSilentBefore(COMMIT);
        // With a message, so that it is written in steps; what is written at once is never in the middle.
        journal.append(Messages.of(story.attempt("reserve"), "t", null));
        silent.await();

        try (PostgresJournal other = new PostgresJournal(database.dataSource())) {
            List<StoredSaga> claimed = await().atMost(Duration.ofSeconds(60))
                    .until(() -> Claims.due(other, "node-2", 10), found -> !found.isEmpty());
            // The silent node may try its append again, and be first: its guard holds until the claim.
            assertThat(claimed).extracting(saga -> saga.row().token()).containsExactly(2L);
        }
        proxy.cutAll();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClaimWhoseAnswerIsLostHasOneOwnerAtMost(boolean serverActs) throws Exception {
        SagaStory story = new SagaStory("claimed", "node-1");
        story.appendTo(journal, story.start(new Possession.DueIn(Duration.ZERO)));
        CountDownLatch cut = arm("SKIP LOCKED", serverActs);

        List<StoredSaga> heard = List.of();
        try {
            heard = Claims.due(journal, "node-2", 10);
        } catch (JournalUnavailableException unheard) {
            assertThat(cut.getCount()).isZero();
        }

        assertThat(heard).isEmpty();
        List<StoredSaga> next = Claims.due(journal, "node-3", 10);
        SagaRow row = journal.findRow(story.id()).orElseThrow();
        assertThat(next).hasSize(serverActs ? 0 : 1);
        assertThat(row.owner()).isEqualTo(serverActs ? "node-2" : "node-3");
        assertThat(row.token()).isEqualTo(2);
        assertThat(journal.countWithoutWakeUp()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRenewalWhoseAnswerIsLostCanSimplyBeRepeated(boolean serverActs) throws Exception {
        SagaStory story = new SagaStory("renewed", "node-1");
        story.appendTo(journal, story.start());
        List<HeldLease> held = List.of(new HeldLease(story.id(), 1));
        CountDownLatch cut = arm("RETURNING s.saga_id", serverActs);
        try {
            journal.renew("node-1", held, Duration.ofMinutes(5));
        } catch (JournalUnavailableException unheard) {
            assertThat(cut.getCount()).isZero();
        }

        assertThat(journal.renew("node-1", held, Duration.ofMinutes(5))).containsExactly(story.id());
    }

    private void expectAppended(SagaStory story, Append append, boolean serverActs) throws Exception {
        CountDownLatch cut = arm(COMMIT, serverActs);
        story.appendTo(journal, append);
        assertThat(cut.getCount()).isZero();
        assertThat(journal.counters().failures()).isPositive();
    }

    private CountDownLatch arm(String text, boolean serverActs) {
        return serverActs ? proxy.cutAfter(text) : proxy.cutBefore(text);
    }

    private void assertStored(SagaStory story, int events) {
        StoredSaga stored = journal.find(story.id()).orElseThrow();
        assertThat(stored.events()).hasSize(events);
        assertThat(stored.state()).isEqualTo(story.state());
    }
}
