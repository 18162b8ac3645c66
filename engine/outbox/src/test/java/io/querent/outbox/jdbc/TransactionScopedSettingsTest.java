package io.querent.outbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What migrations set is over with their transaction, so that nobody else is given it with the session. */
class TransactionScopedSettingsTest {
    private static final String STATE = "SELECT current_setting('search_path') || ' ' || current_user";

    @Test
    void searchPathAndRoleEndWithTheTransaction() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start();
                Connection connection = TransactionScopedSettings.of(server.getPostgresDatabase())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE migrating");
            String before = state(statement);
            connection.setAutoCommit(false);
            try (PreparedStatement path =
                            connection.prepareStatement("SELECT set_config('search_path', 'elsewhere', false)");
                    PreparedStatement role = connection.prepareStatement("SET ROLE migrating")) {
                path.execute();
                role.execute();
            }
            assertThat(state(statement)).isEqualTo("elsewhere migrating");
            connection.commit();
            assertThat(state(statement)).isEqualTo(before).isNotEqualTo("elsewhere migrating");
        }
    }

    private static String state(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(STATE)) {
            row.next();
            return row.getString(1);
        }
    }
}
