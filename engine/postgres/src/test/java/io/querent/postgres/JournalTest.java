package io.querent.postgres;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.Outcome;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the journal promises of one saga: guards, possession, reading back. */
class JournalTest {
    private static final TestDatabase DATABASE = TestServer.newDatabase();
    private static final PostgresJournal JOURNAL = new PostgresJournal(DATABASE.dataSource());

    @AfterAll
    static void close() {
        JOURNAL.close();
        DATABASE.close();
    }

    @Test
    void aSagaIsReadAsItWasWritten() {
        SagaStory story = new SagaStory("whole", "node-1");

        story.runOn(JOURNAL);

        StoredSaga stored = JOURNAL.find(story.id()).orElseThrow();
        assertThat(stored.row().status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(stored.state()).isEqualTo(story.state());
        assertThat(stored.row().endedAt()).isNotNull();
        assertThat(stored.row().owner()).isNull();
        assertThat(stored.row().wakeAt()).isNull();
        assertThat(JOURNAL.findRow(story.id())).contains(stored.row());
        assertThat(JOURNAL.loadEnded(List.of(story.id()))).containsExactly(stored);
    }

    @Test
    void whatDoesNotExistIsNotFound() {
        SagaKey nobody = SagaKey.of("payment", "nobody");

        assertThat(JOURNAL.find(nobody.id())).isEmpty();
        assertThat(JOURNAL.findRow(nobody.id())).isEmpty();
        assertThat(JOURNAL.load(Set.of(nobody.id()))).isEmpty();
    }

    @Test
    void aNewSagaBelongsToItsNodeWithTokenOne() {
        SagaStory story = new SagaStory("taken", "node-1");

        story.appendTo(JOURNAL, story.start(new Possession.Take("node-1", ofMinutes(1))));

        SagaRow row = JOURNAL.findRow(story.id()).orElseThrow();
        assertThat(row.owner()).isEqualTo("node-1");
        assertThat(row.token()).isEqualTo(1);
        assertThat(row.version()).isEqualTo(1);
        assertFromNow(row.wakeAt(), ofMinutes(1));
        assertFromNow(row.startedAt(), Duration.ZERO);
    }

    @Test
    void aSecondStartLearnsWhatStandsThere() {
        SagaStory first = new SagaStory("twice", "node-1");
        first.appendTo(JOURNAL, first.start());
        SagaStory second = new SagaStory("twice", "node-2");

        AppendResult result = SagaStory.outcomeOf(JOURNAL, second.start());

        assertThat(result)
                .isEqualTo(new AppendResult.Exists(JOURNAL.findRow(first.id()).orElseThrow()));
        assertThat(JOURNAL.find(first.id()).orElseThrow().events()).hasSize(1);
    }

    @Test
    void anAppendToNothingIsMissing() {
        SagaStory story = new SagaStory("never-started", "node-1");
        story.went(new AppendResult.Appended(story.start().events().size()));

        assertThat(SagaStory.outcomeOf(JOURNAL, story.attempt("reserve"))).isEqualTo(new AppendResult.Missing());
        assertThat(SagaStory.outcomeOf(JOURNAL, story.wake("request-1"))).isEqualTo(new AppendResult.Missing());
    }

    @Test
    void aFormerOwnerIsRefusedByItsToken() {
        SagaStory former = new SagaStory("fenced", "node-1");
        former.appendTo(JOURNAL, former.start(new Possession.DueIn(Duration.ZERO)));
        SagaStory owner = claimed("fenced", "node-2");

        AppendResult refused = SagaStory.outcomeOf(JOURNAL, former.attempt("reserve"));

        assertThat(refused).isInstanceOfSatisfying(AppendResult.Stale.class, stale -> {
            assertThat(stale.row().owner()).isEqualTo("node-2");
            assertThat(stale.row().token()).isEqualTo(2);
        });
        owner.appendTo(JOURNAL, owner.attempt("reserve"));
    }

    @Test
    void anOutdatedVersionIsRefused() {
        SagaStory story = new SagaStory("outdated", "node-1");
        story.appendTo(JOURNAL, story.start());
        Append wake = story.wake("request-1");
        story.appendTo(JOURNAL, wake);

        AppendResult refused = SagaStory.outcomeOf(JOURNAL, wake);

        assertThat(refused)
                .isInstanceOfSatisfying(
                        AppendResult.Stale.class,
                        stale -> assertThat(stale.row().version()).isEqualTo(2));
    }

    @Test
    void keepingLeavesOwnerAndLeaseAlone() {
        SagaStory story = new SagaStory("kept", "node-1");
        story.appendTo(JOURNAL, story.start());
        SagaRow before = JOURNAL.findRow(story.id()).orElseThrow();

        story.appendTo(JOURNAL, story.attempt("reserve"));

        SagaRow after = JOURNAL.findRow(story.id()).orElseThrow();
        assertThat(after.wakeAt()).isEqualTo(before.wakeAt());
        assertThat(after.owner()).isEqualTo("node-1");
        assertThat(after.token()).isEqualTo(1);
    }

    @Test
    void aSagaThatIsLetGoIsDueByTheDatabasesClock() {
        SagaStory story = new SagaStory("let-go", "node-1");
        story.appendTo(JOURNAL, story.start());

        story.appendTo(JOURNAL, story.only(new Possession.DueIn(ofHours(3))));

        SagaRow row = JOURNAL.findRow(story.id()).orElseThrow();
        assertThat(row.owner()).isNull();
        assertThat(row.token()).isEqualTo(1);
        assertFromNow(row.wakeAt(), ofHours(3));
    }

    @Test
    void aCommandFromOutsideLeavesAnOwnerAlone() {
        SagaStory story = new SagaStory("outside-owned", "node-1");
        story.appendTo(JOURNAL, story.start());
        SagaRow before = JOURNAL.findRow(story.id()).orElseThrow();

        story.appendTo(JOURNAL, story.wake("request-1"));

        SagaRow after = JOURNAL.findRow(story.id()).orElseThrow();
        assertThat(after.owner()).isEqualTo("node-1");
        assertThat(after.wakeAt()).isEqualTo(before.wakeAt());
        assertThat(after.version()).isEqualTo(2);
    }

    @Test
    void aCommandFromOutsideWakesASagaThatNobodyOwns() {
        SagaStory story = new SagaStory("outside-free", "node-1");
        story.appendTo(JOURNAL, story.start(new Possession.DueIn(ofHours(3))));

        story.appendTo(JOURNAL, story.wake("request-1"));

        SagaRow row = JOURNAL.findRow(story.id()).orElseThrow();
        assertThat(row.owner()).isNull();
        assertFromNow(row.wakeAt(), Duration.ZERO);
        claimed("outside-free", "node-2");
    }

    @Test
    void aSagaThatHasEndedIsNobodysWhateverWasAskedFor() {
        SagaStory story = new SagaStory("ended", "node-1");
        story.appendTo(JOURNAL, story.start());
        story.appendTo(JOURNAL, story.attempt("reserve"));
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

        story.appendTo(JOURNAL, kept);

        SagaRow row = JOURNAL.findRow(story.id()).orElseThrow();
        assertThat(row.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(row.owner()).isNull();
        assertThat(row.wakeAt()).isNull();
    }

    @Test
    void possessionThatDoesNotGoWithItsGuardIsADefectOfTheCaller() {
        SagaStory story = new SagaStory("nonsense", "node-1");
        Append start = story.start(new Possession.Keep());

        assertThatThrownBy(() -> JOURNAL.append(start)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void operationsThatLeftTheHappyPathHaveARow() {
        SagaStory story = new SagaStory("unhappy", "node-1");
        story.appendTo(JOURNAL, story.start());
        story.appendTo(JOURNAL, story.attempt("reserve"));
        story.appendTo(JOURNAL, story.outcome("reserve", Outcome.unknown("read timed out")));

        assertThat(
                        DATABASE.count(
                                "SELECT count(*) FROM querent.operation WHERE saga_id = '" + story.id()
                                        + "' AND key = 'default:payment:unhappy:reserve' AND status = 5 AND attempts = 1"
                                        + " AND last_error LIKE 'read timed out%' AND first_sent_at IS NOT NULL AND compensates IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void theDatabasesClockIsTold() {
        assertFromNow(JOURNAL.serverTime(), Duration.ZERO);
    }

    private static SagaStory claimed(String businessKey, String node) {
        return Claims.until(JOURNAL, node, businessKey);
    }

    private static void assertFromNow(Instant time, Duration delay) {
        assertThat(time).isCloseTo(Instant.now().plus(delay), within(20, ChronoUnit.SECONDS));
    }
}
