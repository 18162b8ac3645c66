package io.querent.postgres;

import io.querent.contract.LocalTransactionContract;
import io.querent.contract.Storage;
import org.junit.jupiter.api.AfterEach;

/** What the engine relies on in local transactions, kept in PostgreSQL; the database's own part is in {@link LocalTransactionTest}. */
class LocalTransactionContractTest extends LocalTransactionContract {
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
