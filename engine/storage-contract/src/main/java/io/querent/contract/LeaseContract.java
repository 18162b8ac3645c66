package io.querent.contract;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaJournal.Claim;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Who may run a saga: claims, renewals, takeovers. */
public abstract class LeaseContract {
    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private SagaJournal journal() {
        return storage().journal();
    }

    @Test
    void aClaimTakesWhatIsDueSoonestFirstAndNoMoreThanItsLimit() {
        started("third", new Possession.DueIn(Duration.ZERO));
        storage().elapse(ofMinutes(1));
        started("later", new Possession.DueIn(ofMinutes(10)));
        started("second", new Possession.DueIn(Duration.ZERO));

        List<StoredSaga> first = Claims.due(journal(), "node-1", 1);
        List<StoredSaga> rest = Claims.due(journal(), "node-1", 10);

        assertThat(keys(first)).containsExactly("third");
        assertThat(keys(rest)).containsExactly("second");
        assertThat(first.get(0).row()).satisfies(row -> {
            assertThat(row.owner()).isEqualTo("node-1");
            assertThat(row.token()).isEqualTo(2);
        });
        assertThat(first.get(0).state().key()).isEqualTo(first.get(0).row().key());
    }

    @Test
    void aLeaseEndsByTheStoragesClockAndTheNextOwnerGetsANewToken() {
        SagaStory former = started("lost", new Possession.Take("node-1", ofMinutes(1)));

        storage().elapse(ofMinutes(2));
        StoredSaga taken = Claims.due(journal(), "node-2", 10).get(0);

        assertThat(taken.row().token()).isEqualTo(2);
        assertThat(SagaStory.outcomeOf(journal(), former.attempt("reserve"))).isInstanceOf(AppendResult.Stale.class);
    }

    @Test
    void aLiveLeaseIsLeftAlone() {
        started("owned", new Possession.Take("node-1", ofMinutes(1)));

        assertThat(Claims.due(journal(), "node-2", 10)).isEmpty();
    }

    @Test
    void definitionsThatTheNodeCannotRunAreLeftToOthers() {
        started("mine", new Possession.DueIn(Duration.ZERO));
        Append start = new SagaStory("others", "node-1").start(new Possession.DueIn(Duration.ZERO));
        SagaStory.outcomeOf(journal(), ofVersion(2, start));

        assertThat(keys(Claims.due(journal(), "node-1", 10))).containsExactly("mine");
        assertThat(journal().claim(new Claim("node-1", Set.of(), 10, ofMinutes(1))))
                .isEmpty();
        Set<DefinitionVersion> both = Set.of(Claims.PAYMENT, new DefinitionVersion("payment", 2));
        assertThat(keys(journal().claim(new Claim("node-1", both, 10, ofMinutes(1)))))
                .containsExactly("others");
    }

    @Test
    void nodesThatClaimAtTheSameTimeNeverGetTheSameSaga() throws Exception {
        for (int i = 0; i < 400; i++) {
            started("due-" + i, new Possession.DueIn(Duration.ZERO));
        }
        CyclicBarrier together = new CyclicBarrier(4);
        List<Callable<List<StoredSaga>>> nodes = new ArrayList<>();
        for (int node = 1; node <= 4; node++) {
            String name = "node-" + node;
            nodes.add(() -> {
                together.await();
                List<StoredSaga> all = new ArrayList<>();
                List<StoredSaga> some = Claims.due(journal(), name, 20);
                while (!some.isEmpty()) {
                    all.addAll(some);
                    some = Claims.due(journal(), name, 20);
                }
                return all;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(nodes.size());
        Set<SagaId> claimed = new HashSet<>();
        for (Future<List<StoredSaga>> each : threads.invokeAll(nodes)) {
            for (StoredSaga saga : each.get()) {
                assertThat(claimed.add(saga.row().id())).isTrue();
                assertThat(saga.row().token()).isEqualTo(2);
            }
        }
        threads.shutdown();
        // A row that was being looked at was skipped and may be left over; nothing is lost.
        claimed.addAll(Claims.due(journal(), "node-5", 400).stream()
                .map(saga -> saga.row().id())
                .toList());
        assertThat(claimed).hasSize(400);
    }

    @Test
    void aRenewalNeedsNodeAndToken() {
        SagaStory held = started("held", new Possession.Take("node-1", ofMinutes(1)));
        SagaStory others = started("others", new Possession.Take("node-2", ofMinutes(1)));
        SagaStory outdated = started("outdated", new Possession.Take("node-1", ofMinutes(1)));
        SagaRow before = journal().findRow(held.id()).orElseThrow();

        Set<SagaId> renewed = journal()
                .renew(
                        "node-1",
                        List.of(
                                new HeldLease(held.id(), 1),
                                new HeldLease(others.id(), 1),
                                new HeldLease(outdated.id(), 7)),
                        ofMinutes(30));

        assertThat(renewed).containsExactly(held.id());
        assertThat(journal().findRow(held.id()).orElseThrow().wakeAt())
                .isAfter(Objects.requireNonNull(before.wakeAt()).plusSeconds(60));
        assertThat(journal().renew("node-1", List.of(), ofMinutes(1))).isEmpty();
    }

    private SagaStory started(String businessKey, Possession possession) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(journal(), story.start(possession));
        return story;
    }

    private static Append ofVersion(int version, Append start) {
        Guard.New guard = (Guard.New) start.guard();
        return new Append(
                start.key(),
                new Guard.New(version, guard.inputHash()),
                start.events(),
                start.status(),
                start.possession(),
                start.operations(),
                start.reviews(),
                start.letters(),
                start.movedTo());
    }

    private static List<String> keys(List<StoredSaga> sagas) {
        return sagas.stream()
                .map(saga -> saga.row().key().businessKey().value())
                .toList();
    }
}
