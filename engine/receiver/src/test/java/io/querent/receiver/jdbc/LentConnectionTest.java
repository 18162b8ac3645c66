package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgConnection;

/** There is no way from a lent connection to one that can commit. */
class LentConnectionTest {
    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private Connection raw;
    private Connection lent;

    @BeforeEach
    void begin() throws SQLException {
        raw = database.dataSource().getConnection();
        raw.setAutoCommit(false);
        lent = LentConnection.of(raw);
    }

    @AfterEach
    void close() throws SQLException {
        raw.rollback();
        raw.close();
        database.close();
    }

    @Test
    void whatItMakesLeadsBackToIt() throws SQLException {
        try (Statement statement = lent.createStatement();
                PreparedStatement prepared = lent.prepareStatement("SELECT 1");
                Statement called = lent.prepareCall("SELECT 1");
                ResultSet row = prepared.executeQuery();
                ResultSet schemas = lent.getMetaData().getSchemas()) {
            assertThat(statement.getConnection()).isSameAs(lent).isEqualTo(lent);
            assertThat(prepared.getConnection()).isSameAs(lent);
            assertThat(called.getConnection()).isSameAs(lent);
            assertThat(row.getStatement().getConnection()).isSameAs(lent);
            assertThat(schemas.getStatement().getConnection()).isSameAs(lent);
            assertThat(lent.getMetaData().getConnection()).isSameAs(lent);
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isEqualTo(1);
        }
    }

    @Test
    void unwrapsToNoOtherConnection() throws SQLException {
        assertThat(lent.unwrap(Connection.class)).isSameAs(lent);
        for (Class<?> type : new Class<?>[] {PgConnection.class, BaseConnection.class, raw.getClass()}) {
            assertThatThrownBy(() -> lent.unwrap(type))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("unwrap() is not for");
            assertThat(lent.isWrapperFor(type)).isFalse();
        }
    }

    @Test
    void copiesThroughTheDriversOwnInterface() throws Exception {
        PGConnection driver = lent.unwrap(PGConnection.class);
        assertThat(driver).isNotInstanceOf(Connection.class);
        assertThat(driver.getCopyAPI().copyIn("COPY ledger FROM STDIN", new StringReader("k\t1\n")))
                .isEqualTo(1);
        try (Statement statement = lent.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM ledger")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(1);
        }
        assertThat(database.count("SELECT count(*) FROM ledger")).isZero();
    }
}
