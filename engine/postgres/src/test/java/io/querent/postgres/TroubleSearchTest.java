package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.SagaStory;
import io.querent.contract.SearchContract;
import io.querent.contract.Storage;
import io.querent.decision.OperationStatus;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.runtime.journal.SagaSearch.Page;
import io.querent.runtime.journal.SagaSearch.Trouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Searching in PostgreSQL by what went wrong. */
class TroubleSearchTest extends SearchContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);

    @AfterEach
    void close() {
        storage.journal().close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    /** A node of the version before does not say when the saga was started. */
    @Test
    void whatAnOlderNodeWroteIsFoundToo() {
        SagaStory story = new SagaStory("A:1", "node-1");
        story.appendTo(storage.journal(), story.start());
        database.execute("INSERT INTO querent.operation (bucket, saga_id, name, key, status, attempts, since)"
                + " SELECT bucket, saga_id, 'reserve', 'default:payment:A:1:reserve', 5, 1, now() FROM querent.saga");

        assertThat(storage.journal()
                        .search()
                        .find(Page.first(Filter.all().inTrouble(Trouble.in(OperationStatus.UNKNOWN)), 10))
                        .sagas())
                .hasSize(1);
    }
}
