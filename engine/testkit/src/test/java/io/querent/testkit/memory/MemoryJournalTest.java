package io.querent.testkit.memory;

import io.querent.contract.JournalContract;
import io.querent.contract.Storage;

/** What the journal promises of one saga, kept in memory. */
class MemoryJournalTest extends JournalContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
