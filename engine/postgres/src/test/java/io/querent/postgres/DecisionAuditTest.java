package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.contract.AuditContract;
import io.querent.contract.SagaStory;
import io.querent.contract.Storage;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Letter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The audit of decisions, kept in PostgreSQL. */
class DecisionAuditTest extends AuditContract {
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

    @Test
    void aDecisionThatCannotBeAuditedIsNotCarriedOut() {
        SagaStory story = new SagaStory("A:1", "node-1");
        story.appendTo(storage.journal(), story.start());
        storage.journal().mailbox().deliver(new Letter(story.key(), "w-1", new Letter.Woken("bob", "hurry")));
        database.execute("ALTER TABLE querent.audit ADD CONSTRAINT full_disk CHECK (false)");
        Append wake = story.wake("w-1");

        assertThatThrownBy(() -> SagaStory.outcomeOf(storage.journal(), wake)).hasMessageContaining("full_disk");

        assertThat(storage.journal().findRow(story.id()).orElseThrow().version())
                .isEqualTo(1);
        database.execute("ALTER TABLE querent.audit DROP CONSTRAINT full_disk");
        story.appendTo(storage.journal(), wake);
        assertThat(database.count("SELECT count(*) FROM querent.audit WHERE number = 1 AND outcome = 'APPLIED'"))
                .isEqualTo(1);
    }
}
