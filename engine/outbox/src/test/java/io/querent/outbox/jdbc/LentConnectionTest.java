package io.querent.outbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgConnection;

/** There is no way from a lent connection to one that can commit. */
class LentConnectionTest {
    private static EmbeddedPostgres server;
    private Connection raw;
    private Connection lent;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedPostgres.start();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ledger (operation_key text, amount bigint)");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void begin() throws SQLException {
        raw = server.getPostgresDatabase().getConnection();
        raw.setAutoCommit(false);
        lent = LentConnection.of(raw);
    }

    @AfterEach
    void close() throws SQLException {
        raw.rollback();
        raw.close();
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
        assertThat(rows(lent)).isEqualTo(1);
        try (Connection another = server.getPostgresDatabase().getConnection()) {
            assertThat(rows(another)).isZero();
        }
    }

    @Test
    void endsNothingButItsOwnSavepoints() throws SQLException {
        assertThatThrownBy(lent::commit).hasMessageStartingWith("commit() is not for");
        assertThatThrownBy(lent::rollback).hasMessageStartingWith("rollback() is not for");
        assertThatThrownBy(() -> lent.setAutoCommit(true)).hasMessageStartingWith("setAutoCommit() is not for");
        assertThatThrownBy(() -> lent.abort(Runnable::run)).hasMessageStartingWith("abort() is not for");
        try (Statement statement = lent.createStatement()) {
            Savepoint empty = lent.setSavepoint();
            statement.execute("INSERT INTO ledger VALUES ('k', 1)");
            lent.rollback(empty);
        }
        assertThat(rows(lent)).isZero();
        lent.close();
        assertThat(raw.isClosed()).isFalse();
    }

    private static int rows(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM ledger")) {
            row.next();
            return row.getInt(1);
        }
    }
}
