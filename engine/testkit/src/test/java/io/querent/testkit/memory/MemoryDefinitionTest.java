package io.querent.testkit.memory;

import io.querent.contract.DefinitionContract;
import io.querent.contract.Storage;

/** Versions of definitions, kept in memory. */
class MemoryDefinitionTest extends DefinitionContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Storage storage() {
        return storage;
    }
}
