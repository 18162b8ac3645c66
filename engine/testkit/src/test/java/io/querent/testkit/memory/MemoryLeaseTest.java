package io.querent.testkit.memory;

import io.querent.contract.LeaseContract;
import io.querent.contract.Storage;

/** Who may run a saga, kept in memory. */
class MemoryLeaseTest extends LeaseContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
