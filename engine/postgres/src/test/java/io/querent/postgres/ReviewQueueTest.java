package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.DecidedSaga;
import io.querent.contract.ReviewContract;
import io.querent.contract.Storage;
import io.querent.decision.QueryAnswer;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaCommand;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.Reviews.Page;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The queue that people work on, kept in PostgreSQL. */
class ReviewQueueTest extends ReviewContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);
    private final PostgresJournal journal = storage.journal();
    private final Reviews reviews = journal.reviews();

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
    void aCaseThatWasClosedStaysOnRecord() {
        DecidedSaga saga = mismatched(PAY, "default", "A:1");
        saga.tell(found("m-1", new QueryAnswer.Found("\"c\"")));
        assertThat(database.count("SELECT count(*) FROM querent.review WHERE closed_at IS NOT NULL"))
                .isEqualTo(1);

        saga.tell(found("m-2", new QueryAnswer.FoundRejected("51", "no")));
        assertThat(database.count("SELECT count(*) FROM querent.review")).isEqualTo(2);
    }

    /** C58: what remains of a history that was lost must not keep the saga from being stored again. */
    @Test
    void aSagaWhoseHistoryWasLostOpensItsCaseAgain() throws Exception {
        mismatched(PAY, "default", "A:1");
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE querent.review SET closed_at = opened_at");
            statement.execute("DELETE FROM querent.event");
            statement.execute("DELETE FROM querent.saga");
        }

        mismatched(PAY, "default", "A:1");

        assertThat(reviews.open(Page.first(10))).hasSize(1);
    }

    @Test
    void aReasonThatOnlyANewerVersionKnowsKeepsNoCaseOutOfTheQueue() {
        DecidedSaga newer = mismatched(PAY, "default", "A:1");
        mismatched(PAY, "default", "A:2");
        database.execute("UPDATE querent.review SET reason = 'SOLAR_FLARE' WHERE business_key = 'A:1'");

        assertThat(reviews.open(Page.first(10)))
                .extracting(Reviews.Case::reason)
                .containsExactlyInAnyOrder(ReviewReason.OF_NEWER_VERSION, ReviewReason.MISMATCH);
        assertThat(reviews.find(newer.key().id(), "charge").orElseThrow().detail())
                .isEqualTo("SOLAR_FLARE: other amount");
    }

    private static SagaCommand found(String id, QueryAnswer answer) {
        return new SagaCommand.RecordCallback(
                "charge", id, "bank", answer, 0.5, Instant.parse("2026-11-29T10:16:30.123456Z"));
    }
}
