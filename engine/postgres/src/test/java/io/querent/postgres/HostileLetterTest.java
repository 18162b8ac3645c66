package io.querent.postgres;

import io.querent.contract.HostileLetterContract;
import io.querent.contract.Storage;
import org.junit.jupiter.api.AfterAll;

/** What comes from outside, kept in PostgreSQL. */
class HostileLetterTest extends HostileLetterContract {
    private static final TestDatabase DATABASE = TestServer.newDatabase();
    private static final PostgresStorage STORAGE = new PostgresStorage(DATABASE);

    @AfterAll
    static void close() {
        STORAGE.journal().close();
        DATABASE.close();
    }

    @Override
    protected Storage storage() {
        return STORAGE;
    }
}
