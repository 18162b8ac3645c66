package io.querent.testkit.memory;

import io.querent.contract.HostileTextContract;
import io.querent.contract.Storage;

/** What a downstream answers, kept in memory. */
class MemoryHostileTextTest extends HostileTextContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
