package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.HostileTextContract;
import io.querent.contract.SagaStory;
import io.querent.contract.Storage;
import io.querent.saga.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What a downstream answers, kept in PostgreSQL. */
class HostileTextTest extends HostileTextContract {
    private static final TestDatabase DATABASE = TestServer.newDatabase();
    private static final PostgresStorage STORAGE = new PostgresStorage(DATABASE);

    @AfterAll
    static void close() {
        STORAGE.journal().close();
        DATABASE.close();
    }

    @Override
    protected Storage storage() {
        return STORAGE;
    }

    @Test
    void evidenceWithANulIsStoredAndItsRowIsReadable() {
        SagaStory story = new SagaStory("evidence-row", "node-1");
        story.appendTo(STORAGE.journal(), story.start());
        story.appendTo(STORAGE.journal(), story.attempt("reserve"));

        story.appendTo(STORAGE.journal(), story.outcome("reserve", Outcome.unknown("got \0 and \uD83D")));

        assertThat(STORAGE.journal().find(story.id()).orElseThrow().state()).isEqualTo(story.state());
        assertThat(DATABASE.count("SELECT count(*) FROM querent.operation WHERE last_error LIKE 'got \uFFFD and _'"
                        + " AND saga_id = '" + story.id() + "'"))
                .isEqualTo(1);
    }
}
