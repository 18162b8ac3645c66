package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.ReceiverServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The receiver's tables. */
class ReceiverSchemaTest {
    private final ReceiverDatabase database = ReceiverServer.newEmptyDatabase();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void nodesMayMigrateAtOnce() {
        Crowd.of(4, () -> {
            ReceiverSchema.migrate(database.dataSource());
            return true;
        });
        assertThatCode(() -> ReceiverSchema.check(database.dataSource(), ReceiverSchema.DEFAULT_NAME))
                .doesNotThrowAnyException();
    }

    @Test
    void startWithoutTablesIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> ReceiverSchema.check(database.dataSource(), ReceiverSchema.DEFAULT_NAME))
                .isInstanceOf(ReceiverException.class)
                .hasMessageContaining("QRT-9003")
                .hasMessageContaining("ReceiverSchema.migrate");
    }

    @Test
    void serverThatForgetsCommitsIsRefused() {
        ReceiverSchema.migrate(database.dataSource());
        database.execute("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");
        assertThatThrownBy(
                        () -> ReceiverSchema.check(database.simple(ReceiverServer.port()), ReceiverSchema.DEFAULT_NAME))
                .hasMessageContaining("synchronous_commit off");
    }

    @Test
    void twoServicesInOneDatabaseHaveTheirOwnKeys() throws Exception {
        ReceiverSchema.migrate(database.dataSource(), "ledger_receiver");
        ReceiverSchema.migrate(database.dataSource(), "card_receiver");
        database.execute("CREATE TABLE account (name text, balance bigint); INSERT INTO account VALUES ('A', 1000);"
                + "CREATE TABLE ledger (operation_key text, amount bigint)");
        for (String schema : new String[] {"ledger_receiver", "card_receiver"}) {
            JdbcOperationGuard guard = new JdbcOperationGuard(
                    new JdbcTransactions(database.dataSource()),
                    GuardSettings.defaults().withSchema(schema),
                    new GuardCounters(),
                    null);
            assertThat(guard.execute(Debit.request("k", 1), Debit.of(1))).isInstanceOf(Execution.Applied.class);
            assertThat(guard.execute(Debit.request("k", 1), Debit.of(1))).isInstanceOf(Execution.Replayed.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Receiver", "a b", "x;drop table y", "a\"b"})
    void hostileNameOfASchemaIsRefused(String schema) {
        assertThatThrownBy(() -> ReceiverSchema.migrate(database.dataSource(), schema))
                .isInstanceOf(ReceiverException.class)
                .hasMessageStartingWith("QRT-9006");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE querent_receiver.operation_record SET owner = 'x'",
                "UPDATE querent_receiver.operation_record SET ended_at = NULL",
                "UPDATE querent_receiver.operation_record SET status = 1",
                "UPDATE querent_receiver.operation_record SET status = 3",
                "UPDATE querent_receiver.operation_record SET status = 7",
                "UPDATE querent_receiver.operation_record SET token = 0",
                "UPDATE querent_receiver.operation_answer SET body = NULL",
                "UPDATE querent_receiver.operation_answer SET reference = 'x'"
            })
    void tablesRefuseWhatNoOperationCanBe(String statement) throws Exception {
        try (ReceiverDatabase made = ReceiverServer.newDatabase()) {
            new JdbcOperationGuard(made.dataSource()).execute(Debit.request("k", 1), Debit.of(1));
            assertThatThrownBy(() -> made.execute(statement))
                    .rootCause()
                    .hasMessageContaining("violates check constraint");
        }
    }
}
