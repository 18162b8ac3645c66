package io.querent.testkit.memory;

import io.querent.contract.Storage;
import io.querent.contract.TurnsContract;

/** Whose turn it is, kept in memory. */
class MemoryTurnsTest extends TurnsContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
