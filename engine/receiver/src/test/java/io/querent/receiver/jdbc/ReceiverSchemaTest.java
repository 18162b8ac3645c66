package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.ReceiverServer;
import java.util.List;
import org.flywaydb.core.Flyway;
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

    /** Nodes of the release before write and read without headers, beside and after the migration. */
    @Test
    void answersOfTheReleaseBeforeAreReplayedAndItsNodesGoOn() throws Exception {
        Flyway.configure()
                .dataSource(database.dataSource())
                .schemas(ReceiverSchema.DEFAULT_NAME)
                .defaultSchema(ReceiverSchema.DEFAULT_NAME)
                .table("migration")
                .locations(ReceiverSchema.MIGRATIONS)
                .target("21")
                .load()
                .migrate();
        assertThatThrownBy(() -> ReceiverSchema.check(database.dataSource(), ReceiverSchema.DEFAULT_NAME))
                .hasMessageContaining("migration 22");
        answered("before");
        ReceiverSchema.migrate(database.dataSource());
        answered("after");

        JdbcOperationGuard guard = new JdbcOperationGuard(database.dataSource());
        OperationAnswer answer = OperationAnswer.succeeded(Body.json("{}"));
        for (String key : List.of("before", "after")) {
            assertThat(guard.execute(Debit.request(key, 1), Debit.of(1))).isEqualTo(new Execution.Replayed(answer));
            assertThat(database.texts("SELECT convert_from(a.body, 'UTF8') FROM querent_receiver.operation_record r,"
                            + " querent_receiver.stored_answer(r.period, r.bucket, r.operation_id, r.token) a"
                            + " WHERE r.operation_key = '" + key + "'"))
                    .containsExactly("{}");
        }
    }

    /** As the release before wrote it. */
    private void answered(String key) {
        OperationId id = OperationId.of("shop", key);
        database.execute("""
                INSERT INTO querent_receiver.operation_record (first_at, ended_at, token, period, attempts, hash_version, bucket, status,
                    operation_id, hash, caller, operation_key)
                VALUES (now(), now(), 1, querent_receiver.period_of(now()), 1, %d, %d, 10, '%s', decode('%s', 'hex'), 'shop', '%s');
                INSERT INTO querent_receiver.operation_answer
                    (token, period, bucket, operation_id, refusal_code, content_type, body, reference)
                SELECT token, period, bucket, operation_id, NULL, 'application/json', '{}', NULL
                FROM querent_receiver.operation_record WHERE operation_key = '%s'
                """.formatted(
                        Debit.request(key, 1).hash().version(),
                        id.bucket(),
                        id.id(),
                        Debit.request(key, 1).hash().hex(),
                        key,
                        key));
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
