package io.querent.testkit.memory;

import io.querent.contract.OutboxContract;
import io.querent.contract.Storage;

/** Messages in memory keep the same promises. */
class MemoryOutboxTest extends OutboxContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
