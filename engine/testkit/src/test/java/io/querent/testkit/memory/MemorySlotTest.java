package io.querent.testkit.memory;

import io.querent.contract.SlotContract;
import io.querent.contract.Storage;

/** Who has which slots, kept in memory. */
class MemorySlotTest extends SlotContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
