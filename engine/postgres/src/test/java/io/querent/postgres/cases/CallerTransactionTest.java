package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEngine;
import io.querent.postgres.RowLock;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaNotCommittedException;
import io.querent.runtime.journal.UnfitTransactionException;
import io.querent.saga.SagaDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A saga that is started on the caller's connection is there with what else the caller has committed, and never without it. */
class CallerTransactionTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final SagaDefinition<Order> pay = Payments.chargeAndLedger(
            bank, new ScriptedBank(), Payments.downstream("bank").build());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private PostgresEngine engine;

    @BeforeEach
    void open() {
        database().execute("CREATE TABLE invoice (number text PRIMARY KEY)");
        engine = engine("a");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void theCommitMakesBothAndTheSagaRuns(int isolation) throws Exception {
        try (Connection connection = transaction(isolation)) {
            invoice(connection, "1");
            SagaHandle handle = engine.start(connection, pay, Order.of("1", "10"));
            assertThat(handle.isNew()).isTrue();
            connection.commit();

            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(invoices()).isEqualTo(1);
        assertThat(bank.sends("default:pay:1:charge")).isEqualTo(1);
    }

    @Test
    void theRollbackLeavesNeitherAndNothingRemembersTheStart() throws Exception {
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            invoice(connection, "1");
            SagaHandle handle = engine.start(connection, pay, Order.of("1", "10"));
            connection.rollback();

            assertThatExceptionOfType(SagaNotCommittedException.class).isThrownBy(handle::status);
            assertThat(engine.engine().find(handle.key())).isEmpty();
        }
        assertThat(invoices()).isZero();
        assertThat(database().count("SELECT count(*) FROM querent.history")).isZero();

        SagaHandle other = engine.engine().start(pay, Order.of("1", "99"));
        assertThat(other.isNew()).as("other parameters are no conflict").isTrue();
        assertThat(end(other).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void theEngineMayBeGoneBeforeTheCommit() throws Exception {
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            SagaHandle handle = engine.start(connection, pay, Order.of("1", "10"));
            engine.close();
            connection.commit();

            PostgresEngine another = engine("b");
            assertThat(end(another.engine().find(handle.key()).orElseThrow()).status())
                    .isEqualTo(SagaStatus.COMPLETED);
        }
    }

    @Test
    void waitingInsideOfTheTransactionFailsAtOnce() throws Exception {
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            SagaHandle handle = engine.start(connection, pay, Order.of("1", "10"));

            assertThatExceptionOfType(SagaNotCommittedException.class)
                    .isThrownBy(handle::result)
                    .withMessageContaining("QRT-3303")
                    .withMessageContaining("default:pay:1");
            assertThatExceptionOfType(SagaNotCommittedException.class).isThrownBy(handle::status);
            assertThatExceptionOfType(SagaNotCommittedException.class).isThrownBy(handle::history);
            connection.commit();
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }

    @Test
    void aRepeatInTheSameTransactionFindsItsOwnStart() throws Exception {
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            SagaHandle first = engine.start(connection, pay, Order.of("1", "10"));
            SagaHandle again = engine.start(connection, pay, Order.of("1", "10.00"));

            assertThat(first.isNew()).isTrue();
            assertThat(again.isNew()).isFalse();
            connection.commit();
            assertThat(end(again).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }

    @Test
    void otherParametersAreAConflictThatTheTransactionSurvives() throws Exception {
        end(engine.engine().start(pay, Order.of("old", "10")));
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            engine.start(connection, pay, Order.of("own", "10"));

            for (String number : List.of("old", "own")) {
                assertThatExceptionOfType(OperationKeyConflictException.class)
                        .isThrownBy(() -> engine.start(connection, pay, Order.of(number, "12")));
            }
            invoice(connection, "1");
            connection.commit();
        }
        assertThat(invoices()).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(2);
    }

    @Test
    void theLoserOfARaceWaitsAndFindsTheWinnersSaga() throws Exception {
        try (Connection winner = transaction(Connection.TRANSACTION_READ_COMMITTED);
                Connection loser = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            engine.start(winner, pay, Order.of("1", "10"));
            CompletableFuture<SagaHandle> second = startElsewhere(loser, "1");
            RowLock.awaitWaiter(database());

            winner.commit();
            assertThat(second.get(30, TimeUnit.SECONDS).isNew()).isFalse();
            loser.commit();
        }
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
    }

    @Test
    void afterTheWinnersRollbackTheLoserHasWon() throws Exception {
        try (Connection winner = transaction(Connection.TRANSACTION_READ_COMMITTED);
                Connection loser = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            engine.start(winner, pay, Order.of("1", "10"));
            CompletableFuture<SagaHandle> second = startElsewhere(loser, "1");
            RowLock.awaitWaiter(database());

            winner.rollback();
            SagaHandle handle = second.get(30, TimeUnit.SECONDS);
            assertThat(handle.isNew()).isTrue();
            loser.commit();
            assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void atAStricterLevelTheLoserHasToRunItsTransactionAgain(int isolation) throws Exception {
        try (Connection winner = transaction(isolation);
                Connection loser = transaction(isolation)) {
            engine.start(winner, pay, Order.of("1", "10"));
            CompletableFuture<SagaHandle> second = startElsewhere(loser, "1");
            RowLock.awaitWaiter(database());
            winner.commit();

            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(second::join)
                    .havingCause()
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("40001"));
            assertThat(startedAgain(loser, "1").isNew()).isFalse();
            loser.commit();
        }
    }

    /** As often as it takes: the winner's saga runs meanwhile, and each of its events may get in the way as the start did. */
    private SagaHandle startedAgain(Connection connection, String number) throws SQLException {
        while (true) {
            connection.rollback();
            try {
                return engine.start(connection, pay, Order.of(number, "10"));
            } catch (SQLException inTheWay) {
                if (!"40001".equals(inTheWay.getSQLState())) {
                    throw inTheWay;
                }
            }
        }
    }

    @Test
    void startsThatHaveToWaitForSomebodysTransactionHoldUpNobody() throws Exception {
        List<String> slow = List.of("slow-1", "slow-2", "slow-3");
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            List<CompletableFuture<SagaHandle>> waiting = new ArrayList<>();
            for (String number : slow) {
                engine.start(connection, pay, Order.of(number, "10"));
            }
            for (String number : slow) {
                waiting.add(
                        engine.engine().startAsync(pay, Order.of(number, "10")).toCompletableFuture());
            }
            RowLock.awaitWaiter(database());

            for (int i = 0; i < 10; i++) {
                assertThat(end(engine.engine().start(pay, Order.of("other-" + i, "10")))
                                .status())
                        .isEqualTo(SagaStatus.COMPLETED);
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            connection.commit();
            for (CompletableFuture<SagaHandle> each : waiting) {
                SagaHandle found = each.get(30, TimeUnit.SECONDS);
                assertThat(found.isNew()).isFalse();
                assertThat(end(found).status()).isEqualTo(SagaStatus.COMPLETED);
            }
        }
        for (String number : slow) {
            assertThat(bank.sends("default:pay:" + number + ":charge")).isEqualTo(1);
        }
    }

    @Test
    void aReadOnlyTransactionIsToldSoAndCanGoOn() throws Exception {
        try (Connection connection = database().connect()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);

            assertThatExceptionOfType(UnfitTransactionException.class)
                    .isThrownBy(() -> engine.start(connection, pay, Order.of("1", "10")))
                    .withMessageContaining("QRT-3304");
            execute(connection, "SELECT 1");
            connection.rollback();
        }
    }

    @Test
    void aTransactionThatTheServerKeepsReadOnlyIsToldTheSame() throws Exception {
        try (Connection connection = transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            execute(connection, "SET TRANSACTION READ ONLY");

            assertThatExceptionOfType(UnfitTransactionException.class)
                    .isThrownBy(() -> engine.start(connection, pay, Order.of("1", "10")))
                    .withMessageContaining("QRT-3304");
            connection.rollback();
        }
    }

    @Test
    void aConnectionWithoutTransactionIsRefused() throws Exception {
        try (Connection connection = database().connect()) {
            assertThatExceptionOfType(UnfitTransactionException.class)
                    .isThrownBy(() -> engine.start(connection, pay, Order.of("1", "10")))
                    .withMessageContaining("QRT-3305");
        }
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isZero();
    }

    private CompletableFuture<SagaHandle> startElsewhere(Connection connection, String number) throws SQLException {
        execute(connection, "SELECT count(*) FROM invoice");
        return CompletableFuture.supplyAsync(() -> {
            try {
                return engine.start(connection, pay, Order.of(number, "10"));
            } catch (SQLException failure) {
                throw new CompletionException(failure);
            }
        });
    }

    private Connection transaction(int isolation) throws SQLException {
        Connection connection = database().connect();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return connection;
    }

    private static void invoice(Connection connection, String number) throws SQLException {
        execute(connection, "INSERT INTO invoice VALUES ('" + number + "')");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long invoices() {
        return database().count("SELECT count(*) FROM invoice");
    }

    private PostgresEngine engine(String name) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setUsername("postgres");
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(1);
        HikariDataSource pool = new HikariDataSource(config);
        PostgresEngine next = PostgresEngine.open(pool, Node.settings(name), transactions -> List.of(pay));
        opened.add(next);
        opened.add(pool);
        return next;
    }
}
