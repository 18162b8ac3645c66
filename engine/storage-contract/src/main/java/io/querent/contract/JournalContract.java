package io.querent.contract;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.Outcome;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the journal promises of one saga: guards, possession, reading back. */
public abstract class JournalContract {
    /** The storage under test; the same throughout a test. */
    protected abstract Storage storage();

    private SagaJournal journal() {
        return storage().journal();
    }

    /** A list of ids that is gathered while sagas come and go may hold one twice. */
    @Test
    void aSagaThatIsAskedForTwiceComesOnce() {
        SagaStory story = new SagaStory("asked-twice", "node-1");
        story.runOn(storage().journal());

        List<SagaId> twice = List.of(story.id(), story.id());

        assertThat(storage().journal().load(twice))
                .singleElement()
                .satisfies(stored -> assertThat(stored.events()).hasSize((int) story.version()));
        assertThat(storage().journal().loadEnded(twice)).hasSize(1);
    }

    @Test
    void aSagaIsReadAsItWasWritten() {
        SagaStory story = new SagaStory("whole", "node-1");

        story.runOn(journal());

        StoredSaga stored = journal().find(story.id()).orElseThrow();
        assertThat(stored.row().status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(stored.state()).isEqualTo(story.state());
        assertThat(stored.row().endedAt()).isNotNull();
        assertThat(stored.row().owner()).isNull();
        assertThat(stored.row().wakeAt()).isNull();
        assertThat(journal().findRow(story.id())).contains(stored.row());
        assertThat(journal().loadEnded(List.of(story.id()))).containsExactly(stored);
    }

    @Test
    void whatDoesNotExistIsNotFound() {
        SagaKey nobody = SagaKey.of("payment", "nobody");

        assertThat(journal().find(nobody.id())).isEmpty();
        assertThat(journal().findRow(nobody.id())).isEmpty();
        assertThat(journal().load(Set.of(nobody.id()))).isEmpty();
    }

    @Test
    void aNewSagaBelongsToItsNodeWithTokenOne() {
        SagaStory story = new SagaStory("taken", "node-1");

        story.appendTo(journal(), story.start(new Possession.Take("node-1", ofMinutes(1))));

        SagaRow row = journal().findRow(story.id()).orElseThrow();
        assertThat(row.owner()).isEqualTo("node-1");
        assertThat(row.token()).isEqualTo(1);
        assertThat(row.version()).isEqualTo(1);
        assertFromNow(row.wakeAt(), ofMinutes(1));
        assertFromNow(row.startedAt(), Duration.ZERO);
    }

    @Test
    void aSecondStartLearnsWhatStandsThere() {
        SagaStory first = new SagaStory("twice", "node-1");
        first.appendTo(journal(), first.start());
        SagaStory second = new SagaStory("twice", "node-2");

        AppendResult result = SagaStory.outcomeOf(journal(), second.start());

        assertThat(result)
                .isEqualTo(new AppendResult.Exists(journal().findRow(first.id()).orElseThrow()));
        assertThat(journal().find(first.id()).orElseThrow().events()).hasSize(1);
    }

    @Test
    void anAppendToNothingIsMissing() {
        SagaStory story = new SagaStory("never-started", "node-1");
        story.went(new AppendResult.Appended(story.start().events().size()));

        assertThat(SagaStory.outcomeOf(journal(), story.attempt("reserve"))).isEqualTo(new AppendResult.Missing());
        assertThat(SagaStory.outcomeOf(journal(), story.wake("request-1"))).isEqualTo(new AppendResult.Missing());
    }

    @Test
    void aFormerOwnerIsRefusedByItsToken() {
        SagaStory former = new SagaStory("fenced", "node-1");
        former.appendTo(journal(), former.start(new Possession.DueIn(Duration.ZERO)));
        SagaStory owner = claimed("fenced", "node-2");

        AppendResult refused = SagaStory.outcomeOf(journal(), former.attempt("reserve"));

        assertThat(refused).isInstanceOfSatisfying(AppendResult.Stale.class, stale -> {
            assertThat(stale.row().owner()).isEqualTo("node-2");
            assertThat(stale.row().token()).isEqualTo(2);
        });
        owner.appendTo(journal(), owner.attempt("reserve"));
    }

    @Test
    void anOutdatedVersionIsRefused() {
        SagaStory story = new SagaStory("outdated", "node-1");
        story.appendTo(journal(), story.start());
        Append wake = story.wake("request-1");
        story.appendTo(journal(), wake);

        AppendResult refused = SagaStory.outcomeOf(journal(), wake);

        assertThat(refused)
                .isInstanceOfSatisfying(
                        AppendResult.Stale.class,
                        stale -> assertThat(stale.row().version()).isEqualTo(2));
    }

    @Test
    void keepingLeavesOwnerAndLeaseAlone() {
        SagaStory story = new SagaStory("kept", "node-1");
        story.appendTo(journal(), story.start());
        SagaRow before = journal().findRow(story.id()).orElseThrow();

        story.appendTo(journal(), story.attempt("reserve"));

        SagaRow after = journal().findRow(story.id()).orElseThrow();
        assertThat(after.wakeAt()).isEqualTo(before.wakeAt());
        assertThat(after.owner()).isEqualTo("node-1");
        assertThat(after.token()).isEqualTo(1);
    }

    @Test
    void aSagaThatIsLetGoIsDueByTheStoragesClock() {
        SagaStory story = new SagaStory("let-go", "node-1");
        story.appendTo(journal(), story.start());

        story.appendTo(journal(), story.only(new Possession.DueIn(ofHours(3))));

        SagaRow row = journal().findRow(story.id()).orElseThrow();
        assertThat(row.owner()).isNull();
        assertThat(row.token()).isEqualTo(1);
        assertFromNow(row.wakeAt(), ofHours(3));
    }

    @Test
    void aCommandFromOutsideLeavesAnOwnerAlone() {
        SagaStory story = new SagaStory("outside-owned", "node-1");
        story.appendTo(journal(), story.start());
        SagaRow before = journal().findRow(story.id()).orElseThrow();

        story.appendTo(journal(), story.wake("request-1"));

        SagaRow after = journal().findRow(story.id()).orElseThrow();
        assertThat(after.owner()).isEqualTo("node-1");
        assertThat(after.wakeAt()).isEqualTo(before.wakeAt());
        assertThat(after.version()).isEqualTo(2);
    }

    @Test
    void aCommandFromOutsideWakesASagaThatNobodyOwns() {
        SagaStory story = new SagaStory("outside-free", "node-1");
        story.appendTo(journal(), story.start(new Possession.DueIn(ofHours(3))));

        story.appendTo(journal(), story.wake("request-1"));

        SagaRow row = journal().findRow(story.id()).orElseThrow();
        assertThat(row.owner()).isNull();
        assertFromNow(row.wakeAt(), Duration.ZERO);
        claimed("outside-free", "node-2");
    }

    @Test
    void aSagaThatHasEndedIsNobodysWhateverWasAskedFor() {
        SagaStory story = new SagaStory("ended", "node-1");
        story.appendTo(journal(), story.start());
        story.appendTo(journal(), story.attempt("reserve"));
        Append rejected = story.outcome("reserve", Outcome.rejected("51", "no funds"));
        Append kept = new Append(
                rejected.key(),
                rejected.guard(),
                rejected.events(),
                rejected.status(),
                new Possession.Keep(),
                rejected.operations(),
                rejected.reviews(),
                rejected.letters(),
                rejected.movedTo());

        story.appendTo(journal(), kept);

        SagaRow row = journal().findRow(story.id()).orElseThrow();
        assertThat(row.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(row.owner()).isNull();
        assertThat(row.wakeAt()).isNull();
    }

    @Test
    void aSagaThatIsMovedRunsUnderItsNewVersion() {
        SagaStory story = new SagaStory("moved", "node-1");
        story.appendTo(journal(), story.start());
        Append stays = story.attempt("reserve");

        story.appendTo(
                journal(),
                new Append(
                        stays.key(),
                        stays.guard(),
                        stays.events(),
                        stays.status(),
                        stays.possession(),
                        stays.operations(),
                        stays.reviews(),
                        stays.letters(),
                        2));

        assertThat(journal().findRow(story.id()).orElseThrow().definitionVersion())
                .isEqualTo(2);
    }

    @Test
    void possessionThatDoesNotGoWithItsGuardIsADefectOfTheCaller() {
        SagaStory story = new SagaStory("nonsense", "node-1");
        Append start = story.start(new Possession.Keep());

        assertThatThrownBy(() -> journal().append(start)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void dataThatCannotBeStoredIsRefusedForGood() {
        for (String node : List.of("node\0", "n".repeat(201))) {
            SagaStory poison = new SagaStory("poison", node);
            Append start = poison.start(new Possession.Take(node, ofMinutes(1)));

            assertThatThrownBy(() -> SagaStory.outcomeOf(journal(), start))
                    .hasCauseInstanceOf(AppendRefusedException.class);
            assertThat(journal().findRow(poison.id())).isEmpty();
        }
    }

    @Test
    void aSagaThatNothingWouldEverWakeUpIsRefused() {
        SagaStory story = new SagaStory("forgotten", "node-1");
        story.appendTo(journal(), story.start());
        Append forgetting = story.only(new Possession.Rest());

        assertThatThrownBy(() -> SagaStory.outcomeOf(journal(), forgetting))
                .hasCauseInstanceOf(AppendRefusedException.class);
        assertThat(journal().countWithoutWakeUp()).isZero();
    }

    @Test
    void exactlyOneOfIdenticalStartsCreatesTheSaga() throws Exception {
        int callers = 16;
        CyclicBarrier together = new CyclicBarrier(callers);
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Future<AppendResult>> results = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Append start = new SagaStory("raced", "node-" + i % 3).start();
            results.add(threads.submit(() -> {
                together.await();
                return SagaStory.outcomeOf(journal(), start);
            }));
        }
        int created = 0;
        for (Future<AppendResult> each : results) {
            created += each.get() instanceof AppendResult.Appended ? 1 : 0;
        }
        threads.shutdown();
        assertThat(created).isEqualTo(1);
        assertThat(journal()
                        .find(new SagaStory("raced", "x").id())
                        .orElseThrow()
                        .events())
                .hasSize(1);
    }

    @Test
    void theStoragesClockIsTold() {
        assertThat(journal().serverTime()).isCloseTo(Instant.now(), within(20, ChronoUnit.SECONDS));
    }

    private SagaStory claimed(String businessKey, String node) {
        return Claims.until(journal(), node, businessKey);
    }

    private void assertFromNow(@Nullable Instant time, Duration delay) {
        assertThat(time).isCloseTo(journal().serverTime().plus(delay), within(20, ChronoUnit.SECONDS));
    }
}
