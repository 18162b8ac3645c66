package io.querent.testkit.memory;

import io.querent.contract.EventLogContract;
import io.querent.contract.Storage;

/** The order of all events, kept in memory. */
class MemoryEventLogTest extends EventLogContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
