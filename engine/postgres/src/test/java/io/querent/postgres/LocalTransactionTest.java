package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.contract.SagaStory;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.Possession;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Business writes and the events that tell of them: both or neither. */
@Tag("every-java")
class LocalTransactionTest {
    private final TestDatabase database = TestServer.newDatabase();
    private final CuttingProxy proxy = new CuttingProxy(database.port());

    private final HikariDataSource throughProxy = database.pool(proxy.port(), config -> {
        var source = database.simple(proxy.port());
        source.setPrepareThreshold(0);
        config.setDataSource(source);
    });

    private final PostgresJournal journal = new PostgresJournal(throughProxy);
    private final LocalTransactions transactions = new JdbcLocalTransactions(throughProxy, journal);
    private final SagaStory story = new SagaStory("local", "node-1");

    @BeforeEach
    void open() {
        database.execute("CREATE TABLE account (balance integer NOT NULL, CHECK (balance >= 0))");
        database.execute("INSERT INTO account VALUES (1000)");
        story.appendTo(journal, story.start());
    }

    @AfterEach
    void close() {
        journal.close();
        proxy.close();
        database.close();
    }

    @Test
    void businessWritesAndEventsAreCommittedTogether() throws Exception {
        Optional<AppendResult> result = transactions.run(() -> debited(story.attempt("reserve")));

        assertThat(result).contains(new AppendResult.Appended(2));
        assertThat(balance()).isEqualTo(900);
        assertThat(journal.find(story.id()).orElseThrow().events()).hasSize(2);
    }

    @Test
    void workThatReturnsNothingIsRolledBack() throws Exception {
        Optional<AppendResult> result = transactions.run(() -> {
            debit();
            return Optional.empty();
        });

        assertThat(result).isEmpty();
        assertNothingHappened();
    }

    @Test
    void workThatThrowsIsRolledBackAndItsExceptionComesOut() {
        assertThatThrownBy(() -> transactions.run(() -> {
                    debit();
                    throw new IOException("of the user's own");
                }))
                .isInstanceOf(IOException.class);

        assertNothingHappened();
    }

    @Test
    void aFormerOwnersWorkIsRolledBack() throws Exception {
        Append stale = story.attempt("reserve");
        database.execute("UPDATE querent.saga SET owner = 'node-2', token = 2");

        Optional<AppendResult> result = transactions.run(() -> debited(stale));

        assertThat(result).containsInstanceOf(AppendResult.Stale.class);
        assertNothingHappened();
    }

    @Test
    void aRefusedAppendRollsTheWorkBack() {
        SagaStory poison = new SagaStory("poison", "n".repeat(201));
        Append start = poison.start();

        assertThatThrownBy(() -> transactions.run(() -> debited(start))).isInstanceOf(AppendRefusedException.class);

        assertNothingHappened();
    }

    @Test
    void aCommitThatTheServerNeverSawIsKnownNotToHaveHappened() throws Exception {
        CountDownLatch cut = proxy.cutBefore("COMMIT\0");

        Optional<AppendResult> result = transactions.run(() -> debited(story.attempt("reserve")));

        assertThat(cut.getCount()).isZero();
        assertThat(result).isEmpty();
        assertNothingHappened();
    }

    @Test
    void aCommitWhoseAnswerWasLostIsKnownToHaveHappened() throws Exception {
        CountDownLatch cut = proxy.cutAfter("COMMIT\0");

        Optional<AppendResult> result = transactions.run(() -> debited(story.attempt("reserve")));

        assertThat(cut.getCount()).isZero();
        assertThat(result).contains(new AppendResult.Appended(2));
        assertThat(balance()).isEqualTo(900);
    }

    @Test
    void aLostConnectionBeforeTheCommitLeavesNothing() {
        assertThatThrownBy(() -> transactions.run(() -> {
                    debit();
                    proxy.cutAll();
                    return Optional.of(story.attempt("reserve"));
                }))
                .isInstanceOf(JournalUnavailableException.class);

        assertNothingHappened();
    }

    @Test
    void anOpenQuestionIsAnsweredOnceTheOtherTransactionHasEnded() throws Exception {
        Append append = story.attempt("reserve");
        assertThat(journal.resolve(append)).isEmpty();
        assertThat(journal.isCommitted(append)).isFalse();
        try (Connection connection = throughProxy.getConnection()) {
            connection.setAutoCommit(false);
            journal.appendOn(connection, append);
            Thread asking =
                    new Thread(() -> assertThat(journal.isCommitted(append)).isTrue());
            asking.start();
            RowLock.awaitWaiter(database);
            connection.commit();
            asking.join(30_000);
            connection.setAutoCommit(true);
        }
        assertThat(journal.resolve(append)).contains(new AppendResult.Appended(2));
        Append other = story.only(new Possession.DueIn(Duration.ZERO));
        assertThat(journal.resolve(other)).containsInstanceOf(AppendResult.Stale.class);
    }

    @Test
    void aSerializationFailureRunsTheWorkAgain() throws Exception {
        AtomicInteger runs = new AtomicInteger();

        Optional<AppendResult> result = transactions.run(() -> {
            Connection connection = JdbcLocalTransactions.currentConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                statement.execute("SELECT balance FROM account");
                if (runs.incrementAndGet() == 1) {
                    database.execute("UPDATE account SET balance = balance - 1");
                }
            }
            return debited(story.attempt("reserve"));
        });

        assertThat(result).contains(new AppendResult.Appended(2));
        assertThat(runs).hasValue(2);
        assertThat(balance()).isEqualTo(899);
    }

    @Test
    void aSwallowedSqlErrorIsToldAsSuchWithKeyAndRemedy() {
        assertThatThrownBy(() -> transactions.run(() -> {
                    assertThatThrownBy(() -> execute("INSERT INTO account VALUES (-1)"))
                            .isInstanceOf(SQLException.class);
                    return Optional.of(story.attempt("reserve"));
                }))
                .isInstanceOf(SwallowedSqlErrorException.class)
                .hasMessageContaining("QRT-3107")
                .hasMessageContaining("swallowed an SQL error")
                .hasMessageContaining("saga=" + story.key())
                .hasMessageContaining("account_balance_check")
                .hasMessageContaining("after a savepoint");

        assertNothingHappened();
    }

    @ParameterizedTest
    @ValueSource(strings = {"53100", "53200", "25006"})
    void whatTheServerLacksIsNotPutDownToTheStep(String state) {
        assertThatThrownBy(() -> transactions.run(() -> {
                    execute("DO $$ BEGIN RAISE SQLSTATE '" + state + "'; END $$");
                    return Optional.of(story.attempt("reserve"));
                }))
                .isInstanceOf(JournalUnavailableException.class);

        assertNothingHappened();
    }

    @Test
    void aTerminatedBackendIsNotPutDownToTheStep() {
        assertThatThrownBy(() -> transactions.run(() -> {
                    execute("SELECT pg_terminate_backend(pg_backend_pid())");
                    return Optional.of(story.attempt("reserve"));
                }))
                .isInstanceOf(JournalUnavailableException.class);

        assertNothingHappened();
    }

    @Test
    void aSerializationFailureForEverComesOutInTheEnd() {
        AtomicInteger runs = new AtomicInteger();

        assertThatThrownBy(() -> transactions.run(() -> {
                    runs.incrementAndGet();
                    throw new IllegalStateException(new SQLException("in the way", "40P01"));
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(runs).hasValue(5);
    }

    @Test
    void onlyTheEngineEndsTheTransaction() throws Exception {
        transactions.run(() -> {
            Connection connection = JdbcLocalTransactions.currentConnection();
            assertThatThrownBy(connection::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> transactions.run(Optional::empty)).isInstanceOf(IllegalStateException.class);
            connection.close();
            Savepoint before = connection.setSavepoint();
            debit();
            connection.rollback(before);
            return Optional.of(story.attempt("reserve"));
        });

        assertThat(balance()).isEqualTo(1000);
        assertThatThrownBy(JdbcLocalTransactions::currentConnection).isInstanceOf(IllegalStateException.class);
    }

    private static Optional<Append> debited(Append append) throws SQLException {
        debit();
        return Optional.of(append);
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = JdbcLocalTransactions.currentConnection().createStatement()) {
            statement.execute(sql);
        }
    }

    private static void debit() throws SQLException {
        try (Statement statement = JdbcLocalTransactions.currentConnection().createStatement()) {
            assertThat(statement.executeUpdate("UPDATE account SET balance = balance - 100 WHERE balance >= 100"))
                    .isEqualTo(1);
        }
    }

    private long balance() {
        return database.count("SELECT balance FROM account");
    }

    private void assertNothingHappened() {
        assertThat(balance()).isEqualTo(1000);
        assertThat(database.count("SELECT count(*) FROM querent.history")).isEqualTo(1);
    }
}
