package io.querent.contract;

import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaJournal.Claim;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Claims as these tests make them. */
public final class Claims {
    public static final DefinitionVersion PAYMENT = new DefinitionVersion("payment", 1);

    private Claims() {}

    public static List<StoredSaga> due(SagaJournal journal, String node, int limit) {
        return due(journal, node, limit, Duration.ofMinutes(1));
    }

    public static List<StoredSaga> due(SagaJournal journal, String node, int limit, Duration lease) {
        return journal.claim(new Claim(node, Set.of(PAYMENT), limit, lease));
    }

    /** The saga of that business key, which must be due. Others that are due are claimed on the way. */
    public static SagaStory until(SagaJournal journal, String node, String businessKey) {
        return due(journal, node, 1_000).stream()
                .filter(stored -> stored.row().key().businessKey().value().equals(businessKey))
                .map(SagaStory::of)
                .findFirst()
                .orElseThrow(() -> new AssertionError("saga " + businessKey + " is not due"));
    }
}
