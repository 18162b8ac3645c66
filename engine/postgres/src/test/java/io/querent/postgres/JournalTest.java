package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the journal promises of one saga. */
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
        SagaRow row = stored.row();
        assertThat(row.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(row.version()).isEqualTo(stored.events().size());
        assertThat(stored.state().key()).isEqualTo(story.key());
    }
}
