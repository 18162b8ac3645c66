package io.querent.testkit.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Statements of the test kit's own, each a transaction. */
final class Sql {
    private Sql() {}

    /** What to do with a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    static <T> T on(DataSource dataSource, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.on(connection);
        } catch (SQLException failure) {
            throw new IllegalStateException("the test's database does not do as it is told", failure);
        }
    }

    static void execute(DataSource dataSource, String sql) {
        on(dataSource, connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    /** Binds what is different each time. */
    @FunctionalInterface
    interface Binding {
        void bind(PreparedStatement statement) throws SQLException;
    }

    static int update(DataSource dataSource, String sql, Binding binding) {
        return on(dataSource, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                binding.bind(statement);
                return statement.executeUpdate();
            }
        });
    }
}
