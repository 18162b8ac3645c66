package io.querent.testkit.memory;

import io.querent.contract.HostileLetterContract;
import io.querent.contract.Storage;

/** What comes from outside, kept in memory. */
class MemoryHostileLetterTest extends HostileLetterContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
