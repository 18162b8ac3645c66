package io.querent.testkit.memory;

import io.querent.contract.LocalTransactionContract;
import io.querent.contract.Storage;

/** Local transactions, kept in memory. */
class MemoryLocalTransactionTest extends LocalTransactionContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
