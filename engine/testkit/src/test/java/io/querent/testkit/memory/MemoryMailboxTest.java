package io.querent.testkit.memory;

import io.querent.contract.MailboxContract;
import io.querent.contract.Storage;

/** Letters from outside, kept in memory. */
class MemoryMailboxTest extends MailboxContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
