package io.querent.postgres;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.contract.Claims;
import io.querent.contract.LeaseContract;
import io.querent.contract.SagaStory;
import io.querent.contract.Storage;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may run a saga, kept in PostgreSQL. */
class LeaseTest extends LeaseContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);
    private final PostgresJournal journal = storage.journal();

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
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
