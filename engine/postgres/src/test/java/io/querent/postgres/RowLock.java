package io.querent.postgres;

import static org.awaitility.Awaitility.await;

import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Holds a saga's row against the journal, so that a test can say what happens meanwhile. */
public final class RowLock implements AutoCloseable {
    private final TestDatabase database;
    private final Connection connection;

    RowLock(TestDatabase database, SagaId saga) throws SQLException {
        this.database = database;
        this.connection = database.simple(database.port()).getConnection();
        connection.setAutoCommit(false);
        try (Statement lock = connection.createStatement()) {
            lock.execute("SELECT 1 FROM querent.saga WHERE saga_id = '" + saga + "' FOR UPDATE");
        }
    }

    /** Waits until some connection to the database waits for a lock. */
    void awaitWaiter() {
        awaitWaiter(database);
    }

    public static void awaitWaiter(TestDatabase database) {
        await().until(() -> database.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock'")
                > 0);
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
