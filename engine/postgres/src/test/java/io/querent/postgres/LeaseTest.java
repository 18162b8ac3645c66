package io.querent.postgres;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Possession;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may run a saga: claims, renewals, takeovers. */
class LeaseTest {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresJournal journal = new PostgresJournal(database.dataSource());

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Test
    void aClaimTakesWhatIsDueSoonestFirstAndNoMoreThanItsLimit() {
        started("later", new Possession.DueIn(ofMinutes(10)));
        started("second", new Possession.DueIn(Duration.ZERO));
        started("third", new Possession.DueIn(Duration.ZERO));
        database.execute("UPDATE querent.saga SET wake_at = wake_at - interval '1 hour' WHERE business_key = 'third'");

        List<StoredSaga> first = Claims.due(journal, "node-1", 1);
        List<StoredSaga> rest = Claims.due(journal, "node-1", 10);

        assertThat(keys(first)).containsExactly("third");
        assertThat(keys(rest)).containsExactly("second");
        assertThat(first.get(0).row()).satisfies(row -> {
            assertThat(row.owner()).isEqualTo("node-1");
            assertThat(row.token()).isEqualTo(2);
        });
        assertThat(first.get(0).state().key()).isEqualTo(first.get(0).row().key());
    }

    @Test
    void aLiveLeaseIsLeftAlone() {
        started("owned", new Possession.Take("node-1", ofMinutes(1)));

        assertThat(Claims.due(journal, "node-2", 10)).isEmpty();
    }

    @Test
    void aLeaseEndsByTheDatabasesClockAndTheNextOwnerGetsANewToken() {
        SagaStory former = started("lost", new Possession.Take("node-1", ofMillis(1)));

        StoredSaga taken = await().until(() -> Claims.due(journal, "node-2", 10), found -> !found.isEmpty())
                .get(0);

        assertThat(taken.row().token()).isEqualTo(2);
        assertThat(SagaStory.outcomeOf(journal, former.attempt("reserve"))).isInstanceOf(AppendResult.Stale.class);
    }

    @Test
    void definitionsThatTheNodeCannotRunAreLeftToOthers() {
        started("mine", new Possession.DueIn(Duration.ZERO));
        started("others", new Possession.DueIn(Duration.ZERO));
        database.execute("UPDATE querent.saga SET definition_version = 2 WHERE business_key = 'others'");

        assertThat(keys(Claims.due(journal, "node-1", 10))).containsExactly("mine");
        assertThat(journal.claim(new Claim("node-1", Set.of(), 10, ofMinutes(1))))
                .isEmpty();
        Set<DefinitionVersion> both = Set.of(Claims.PAYMENT, new DefinitionVersion("payment", 2));
        assertThat(keys(journal.claim(new Claim("node-1", both, 10, ofMinutes(1)))))
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
                List<StoredSaga> some = Claims.due(journal, name, 20);
                while (!some.isEmpty()) {
                    all.addAll(some);
                    some = Claims.due(journal, name, 20);
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
        claimed.addAll(Claims.due(journal, "node-5", 400).stream()
                .map(saga -> saga.row().id())
                .toList());
        assertThat(claimed).hasSize(400);
    }

    @Test
    void aRenewalNeedsNodeAndToken() {
        SagaStory held = started("held", new Possession.Take("node-1", ofMinutes(1)));
        SagaStory others = started("others", new Possession.Take("node-2", ofMinutes(1)));
        SagaStory outdated = started("outdated", new Possession.Take("node-1", ofMinutes(1)));
        SagaRow before = journal.findRow(held.id()).orElseThrow();

        Set<SagaId> renewed = journal.renew(
                "node-1",
                List.of(new HeldLease(held.id(), 1), new HeldLease(others.id(), 1), new HeldLease(outdated.id(), 7)),
                ofMinutes(30));

        assertThat(renewed).containsExactly(held.id());
        assertThat(journal.findRow(held.id()).orElseThrow().wakeAt())
                .isAfter(before.wakeAt().plusSeconds(60));
        assertThat(journal.renew("node-1", List.of(), ofMinutes(1))).isEmpty();
    }

    @Test
    void anUnreadableEventPutsItsOwnSagaOffAndHoldsUpNoOther() {
        started("readable", new Possession.DueIn(Duration.ZERO));
        SagaStory newer = started("newer", new Possession.DueIn(Duration.ZERO));
        database.execute("UPDATE querent.event SET revision = 99 WHERE saga_id = '" + newer.id() + "'");

        assertThat(keys(Claims.due(journal, "node-1", 10))).containsExactly("readable");

        SagaRow row = journal.findRow(newer.id()).orElseThrow();
        assertThat(row.owner()).isNull();
        assertThat(row.wakeAt()).isAfter(journal.serverTime().plusSeconds(60));
        assertThat(journal.countWithoutWakeUp()).isZero();
    }

    private SagaStory started(String businessKey, Possession possession) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(journal, story.start(possession));
        return story;
    }

    private static List<String> keys(List<StoredSaga> sagas) {
        return sagas.stream()
                .map(saga -> saga.row().key().businessKey().value())
                .toList();
    }
}
