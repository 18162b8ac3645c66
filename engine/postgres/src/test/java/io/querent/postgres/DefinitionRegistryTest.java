package io.querent.postgres;

import io.querent.contract.DefinitionContract;
import io.querent.contract.Storage;
import org.junit.jupiter.api.AfterEach;

/** Versions of definitions, kept in PostgreSQL. */
class DefinitionRegistryTest extends DefinitionContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);

    @AfterEach
    void close() {
        storage.journal().close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }
}
