package io.querent.spring.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.postgres.SwallowedSqlErrorException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.spring.StartUpException;
import io.querent.spring.testing.ScriptedDataSource.Fault;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Business writes and events: both or neither, whatever happens, and what is reported is what happened. */
@Tag("every-java")
class SpringLocalTransactionsTest {
    private LocalTransactionCase sagas;
    private SpringLocalTransactions transactions;

    @BeforeEach
    void open() throws SQLException {
        sagas = new LocalTransactionCase();
        transactions = sagas.transactions();
    }

    @AfterEach
    void close() {
        transactions.close();
        sagas.close();
    }

    @Test
    void successCommitsBoth() throws Exception {
        assertThat(noted("a")).containsInstanceOf(AppendResult.Appended.class);
        assertThatBothAreThere("a");
    }

    @Test
    void anExceptionRollsBackBothAndIsThrownAsItIs() {
        Exception own = new Exception("of the step's code");

        assertThatThrownBy(() -> transactions.run(() -> {
                    sagas.note("a");
                    throw own;
                }))
                .isSameAs(own);
        assertThatNeitherIsThere("a");
    }

    @Test
    void noAppendRollsBackTheWrites() throws Exception {
        Optional<AppendResult> result = transactions.run(() -> {
            sagas.note("a");
            return Optional.empty();
        });

        assertThat(result).isEmpty();
        assertThatNeitherIsThere("a");
    }

    @Test
    void anAppendThatIsRefusedRollsBackTheWrites() throws Exception {
        noted("a");

        Optional<AppendResult> again = transactions.run(() -> {
            sagas.note("b");
            return Optional.of(sagas.start("a"));
        });

        assertThat(again).containsInstanceOf(AppendResult.Exists.class);
        assertThat(sagas.isNoted("b")).isFalse();
    }

    @Test
    void aTransactionOfTheCallerIsNotJoined() throws Exception {
        new TransactionTemplate(new JdbcTransactionManager(sagas.dataSource())).executeWithoutResult(outer -> {
            assertThat(catching(() -> noted("a"))).isNull();
            outer.setRollbackOnly();
        });

        assertThatBothAreThere("a");
    }

    @Test
    void transactionalMethodsOfTheStepTakePart() throws Exception {
        TransactionTemplate transactional = new TransactionTemplate(new JdbcTransactionManager(sagas.dataSource()));

        assertThatThrownBy(() -> transactions.run(() -> {
                    transactional.executeWithoutResult(inner -> sagas.note("a"));
                    throw new IllegalStateException("after the inner method had returned");
                }))
                .hasMessage("after the inner method had returned");
        assertThatNeitherIsThere("a");
    }

    @Test
    void aTransactionMarkedForRollbackIsNoSuccess() {
        assertThatExceptionOfType(StepCodeException.class)
                .isThrownBy(() -> transactions.run(() -> {
                    sagas.note("a");
                    markForRollback();
                    return Optional.of(sagas.start("a"));
                }))
                .withMessageContaining("QRT-5110")
                .withMessageContaining("noted:a");
        assertThatNeitherIsThere("a");
    }

    @Test
    void aSwallowedFailureOfAStatementIsNoSuccess() {
        assertThatExceptionOfType(SwallowedSqlErrorException.class)
                .isThrownBy(() -> transactions.run(() -> {
                    sagas.note("a");
                    assertThat(catching(() -> sagas.note("a"))).isInstanceOf(DuplicateKeyException.class);
                    return Optional.of(sagas.start("a"));
                }))
                .withMessageContaining("QRT-3107")
                .withMessageContaining("saga=default:noted:a")
                .withMessageContaining("duplicate key");
        assertThatNeitherIsThere("a");
    }

    @Test
    void aConflictRunsTheWorkAgain() throws Exception {
        sagas.dataSource().nextCommit(Fault.CONFLICT);
        AtomicInteger runs = new AtomicInteger();

        Optional<AppendResult> result = transactions.run(() -> {
            runs.incrementAndGet();
            sagas.note("a");
            return Optional.of(sagas.start("a"));
        });

        assertThat(result).containsInstanceOf(AppendResult.Appended.class);
        assertThat(runs).hasValue(2);
        assertThatBothAreThere("a");
    }

    @Test
    void conflictsWithoutEndAreGivenUp() {
        AtomicInteger runs = new AtomicInteger();

        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> transactions.run(() -> {
                    runs.incrementAndGet();
                    sagas.jdbc()
                            .sql("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$")
                            .update();
                    return Optional.of(sagas.start("a"));
                }));
        assertThat(runs).hasValue(5);
        assertThatNeitherIsThere("a");
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundOut() throws Exception {
        sagas.dataSource().nextCommit(Fault.CUT_AFTER);

        assertThat(noted("a")).containsInstanceOf(AppendResult.Appended.class);
        assertThatBothAreThere("a");
    }

    @Test
    void aCommitThatNeverArrivedIsFoundOut() throws Exception {
        sagas.dataSource().nextCommit(Fault.CUT_BEFORE);

        assertThat(noted("a")).isEmpty();
        assertThatNeitherIsThere("a");
    }

    @Test
    void aDeferredConstraintFailsTheStepWithItsOwnMessage() {
        sagas.jdbc()
                .sql("CREATE TABLE child (number text REFERENCES note DEFERRABLE INITIALLY DEFERRED)")
                .update();

        assertThatExceptionOfType(DataIntegrityViolationException.class)
                .isThrownBy(() -> transactions.run(() -> {
                    sagas.jdbc().sql("INSERT INTO child VALUES ('nobody')").update();
                    return Optional.of(sagas.start("a"));
                }));
        assertThatNeitherIsThere("a");
    }

    @Test
    void codeThatFailsBeforeTheCommitFailsTheStep() {
        IllegalStateException own = new IllegalStateException("before the commit");

        assertThatThrownBy(() -> transactions.run(() -> {
                    sagas.note("a");
                    onCommit(new TransactionSynchronization() {
                        @Override
                        public void beforeCommit(boolean readOnly) {
                            throw own;
                        }
                    });
                    return Optional.of(sagas.start("a"));
                }))
                .isSameAs(own);
        assertThatNeitherIsThere("a");
    }

    @Test
    void codeThatFailsAfterTheCommitChangesNothing() throws Exception {
        Optional<AppendResult> result = transactions.run(() -> {
            sagas.note("a");
            onCommit(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    throw new DuplicateKeyException("elsewhere", new SQLException("duplicate", "23505"));
                }
            });
            return Optional.of(sagas.start("a"));
        });

        assertThat(result).containsInstanceOf(AppendResult.Appended.class);
        assertThatBothAreThere("a");
    }

    @Test
    void aConnectionThatBreaksInTheStepIsTheDatabasesFaultAndNotTheSteps() {
        assertThatExceptionOfType(JournalUnavailableException.class)
                .isThrownBy(() -> transactions.run(() -> {
                    sagas.jdbc()
                            .sql("SELECT pg_terminate_backend(pg_backend_pid())")
                            .query()
                            .singleValue();
                    return Optional.of(sagas.start("a"));
                }));
        assertThatNeitherIsThere("a");
    }

    @Test
    void aTransactionManagerOfAnotherDataSourceIsRefusedBeforeTheStepRuns() throws SQLException {
        try (LocalTransactionCase other = new LocalTransactionCase()) {
            SpringLocalTransactions foreign = sagas.transactions(new JdbcTransactionManager(other.dataSource()));

            assertThatExceptionOfType(StartUpException.class)
                    .isThrownBy(foreign::check)
                    .withMessageContaining("QRT-5102");
            assertThatExceptionOfType(StartUpException.class)
                    .isThrownBy(() -> foreign.run(() -> {
                        sagas.note("a");
                        return Optional.of(sagas.start("a"));
                    }));
            assertThatNeitherIsThere("a");
        }
    }

    private Optional<AppendResult> noted(String number) throws Exception {
        return transactions.run(() -> {
            sagas.note(number);
            return Optional.of(sagas.start(number));
        });
    }

    private void markForRollback() {
        TransactionTemplate transactional = new TransactionTemplate(
                new JdbcTransactionManager(sagas.dataSource()),
                new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRED));
        assertThat(catching(() -> transactional.executeWithoutResult(inner -> {
                    throw new IllegalArgumentException("swallowed by the caller");
                })))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void onCommit(TransactionSynchronization code) {
        TransactionSynchronizationManager.registerSynchronization(code);
    }

    private void assertThatBothAreThere(String number) {
        assertThat(sagas.isNoted(number)).as("business row").isTrue();
        assertThat(sagas.isStarted(number)).as("events").isTrue();
    }

    private void assertThatNeitherIsThere(String number) {
        assertThat(sagas.isNoted(number)).as("business row").isFalse();
        assertThat(sagas.isStarted(number)).as("events").isFalse();
    }

    private interface Action {
        void run() throws Exception;
    }

    private static Exception catching(Action action) {
        try {
            action.run();
            return null;
        } catch (Exception failure) {
            return failure;
        }
    }
}
