package io.querent.examples.payment.faultrun.node;

import io.querent.postgres.JdbcLocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Lets Spring's JDBC classes take part in a step's transaction where there is no transaction manager: they close, the engine commits. */
final class StepConnections extends AbstractDataSource {
    /** @throws IllegalStateException outside of a step's transaction */
    @Override
    public Connection getConnection() {
        return JdbcLocalTransactions.currentConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("a step's connection is the engine's and has its user");
    }
}
