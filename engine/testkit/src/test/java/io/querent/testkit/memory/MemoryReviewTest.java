package io.querent.testkit.memory;

import io.querent.contract.ReviewContract;
import io.querent.contract.Storage;

/** The queue that people work on, kept in memory. */
class MemoryReviewTest extends ReviewContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
