package io.querent.testkit.memory;

import io.querent.contract.SearchContract;
import io.querent.contract.Storage;

/** Searching in memory. */
class MemorySearchTest extends SearchContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
