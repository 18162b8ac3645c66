package io.querent.spring.journal;

import io.querent.spring.StartUpException;
import io.querent.spring.database.EngineDatabase;
import java.sql.Connection;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The connection that the running transaction holds. */
final class BoundConnection {
    private BoundConnection() {}

    /**
     * Finds it. Asking Spring for a connection is not enough: with the transaction manager of another database it lends one that
     * commits each statement by itself, and everything seems to work.
     *
     * @throws StartUpException when the transaction holds no connection of the engine's data source
     */
    static Connection of(EngineDatabase database) {
        if (!TransactionSynchronizationManager.hasResource(database.dataSource())) {
            throw StartUpException.foreignTransactions(database.transactionManagerName());
        }
        return DataSourceUtils.getConnection(database.dataSource());
    }
}
