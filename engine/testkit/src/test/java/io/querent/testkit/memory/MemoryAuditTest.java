package io.querent.testkit.memory;

import io.querent.contract.AuditContract;
import io.querent.contract.Storage;

/** The audit, kept in memory. */
class MemoryAuditTest extends AuditContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
