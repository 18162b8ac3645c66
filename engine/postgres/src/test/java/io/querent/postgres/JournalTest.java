package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.JournalContract;
import io.querent.contract.SagaStory;
import io.querent.contract.Storage;
import io.querent.saga.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the journal promises of one saga, kept in PostgreSQL. */
class JournalTest extends JournalContract {
    private static final TestDatabase DATABASE = TestServer.newDatabase();
    private static final PostgresStorage STORAGE = new PostgresStorage(DATABASE);
    private static final PostgresJournal JOURNAL = STORAGE.journal();

    @AfterAll
    static void close() {
        JOURNAL.close();
        DATABASE.close();
    }

    @Override
    protected Storage storage() {
        return STORAGE;
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
}
