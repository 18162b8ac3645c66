package io.querent.testkit.memory;

import io.querent.runtime.journal.Reviews.Case;
import io.querent.saga.SagaKey;
import java.util.Comparator;

/** A case of the queue; {@code open} until somebody or something has closed it. */
record ReviewEntry(Case content, boolean open) {
    /** Oldest first. Ids are compared by their text, as a database compares them by their bytes. */
    static final Comparator<Case> ORDER = Comparator.comparing(Case::openedAt)
            .thenComparing(each -> idOf(each.saga()))
            .thenComparing(Case::operation);

    boolean isOf(SagaKey saga, String operation) {
        return content.saga().equals(saga) && content.operation().equals(operation);
    }

    ReviewEntry closed() {
        return new ReviewEntry(content, false);
    }

    private static String idOf(SagaKey saga) {
        return saga.id().value().toString();
    }
}
