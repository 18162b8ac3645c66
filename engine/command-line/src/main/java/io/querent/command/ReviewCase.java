package io.querent.command;

import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/** Finds the open case that people mean. */
final class ReviewCase {
    private ReviewCase() {}

    /** What names a case. */
    static CaseId idOf(Reviews.Case open) {
        return new CaseId(open.saga(), open.operation(), open.revision());
    }

    /**
     * The open case of an operation, by its key as {@code reviews} prints it.
     *
     * @throws QuerentException QRT-6051 when there is none
     */
    static CaseId open(OpenDesk desk, String key) {
        OperationKey operation = new OperationKey(key);
        SagaKey saga = operation.saga();
        return desk.journal()
                .reviews()
                .find(saga.id(), operation.operation())
                .map(ReviewCase::idOf)
                .orElseThrow(() -> new QuerentException(
                        "QRT-6051",
                        "no case of this operation is open; key=" + key
                                + ", expected=an operation as reviews prints it, found=none; look at reviews again"));
    }
}
