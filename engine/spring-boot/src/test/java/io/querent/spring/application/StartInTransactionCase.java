package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaStatus;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaNotCommittedException;
import io.querent.runtime.journal.UnfitTransactionException;
import io.querent.saga.SagaDefinition;
import io.querent.spring.testing.EndedSagas;
import io.querent.spring.testing.Invoice;
import io.querent.spring.testing.PaymentApplication.Payment;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import io.querent.spring.testing.Waiting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A saga that is started in a transaction of the application's is there with the application's rows, and never without them. Nodes look
 * for due sagas once a minute here, so what runs at once was told of.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StartInTransactionCase {
    private static final String POLL_SELDOM = "querent.poll-interval=1m";

    private TestPostgres.Database database;
    private PaymentNode node;

    /** What makes the application one with its kind of transaction manager. */
    abstract String kind();

    /** Writes an invoice the application's way, in the running transaction. */
    abstract void invoice(PaymentNode application, String number);

    @BeforeAll
    void start() throws SQLException {
        database = TestPostgres.newDatabase();
        database.execute(Invoice.TABLE);
        database.execute(EndedSagas.TABLE);
        node = application();
    }

    @AfterAll
    void stop() {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                TransactionDefinition.ISOLATION_READ_COMMITTED,
                TransactionDefinition.ISOLATION_REPEATABLE_READ,
                TransactionDefinition.ISOLATION_SERIALIZABLE
            })
    void theCommitMakesBothAndTheSagaRunsAtOnce(int isolation) throws Exception {
        String number = "commit-" + isolation;

        SagaHandle handle = in(transaction(isolation), () -> {
            invoice(node, number);
            return node.pay(number, "10");
        });

        assertThat(handle.isNew()).isTrue();
        assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(invoices(number)).isEqualTo(1);
        Waiting.await()
                .untilAsserted(
                        () -> assertThat(node.bean(EndedSagas.Projection.class).sagas())
                                .as("events reach Axon's event handlers")
                                .contains(handle.key().toString()));
    }

    @Test
    void theRollbackLeavesNeitherAndNothingRemembersTheStart() throws Exception {
        SagaHandle handle = rolledBack(() -> {
            invoice(node, "rollback");
            return node.pay("rollback", "10");
        });

        assertThatExceptionOfType(SagaNotCommittedException.class).isThrownBy(handle::result);
        assertThat(node.engine().find(handle.key())).isEmpty();
        assertThat(invoices("rollback")).isZero();
        assertThat(node.pay("rollback", "99").isNew()).isTrue();
    }

    @Test
    void anExceptionOfTheApplicationsRollsTheStartBack() {
        IllegalStateException own = new IllegalStateException("of the application");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> in(transaction(), () -> {
                    node.pay("exception", "10");
                    throw own;
                }))
                .isSameAs(own);
        assertThat(isThere("exception")).isFalse();
    }

    @Test
    void theNodeMayBeGoneBeforeTheCommit() throws Exception {
        try (PaymentNode dying = application()) {
            in(new TransactionTemplate(dying.bean(PlatformTransactionManager.class)), () -> {
                invoice(dying, "crash");
                SagaHandle handle = dying.pay("crash", "10");
                dying.context()
                        .getBean("querentEngineLifecycle", SmartLifecycle.class)
                        .stop();
                return handle;
            });
        }
        try (PaymentNode other = application()) {
            assertThat(PaymentNode.ended(other.pay("crash", "10")).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(invoices("crash")).isEqualTo(1);
    }

    @Test
    void waitingInsideOfTheTransactionFailsAtOnce() throws Exception {
        SagaHandle handle = in(transaction(), () -> {
            SagaHandle inside = node.pay("waiting", "10");
            assertThatExceptionOfType(SagaNotCommittedException.class)
                    .isThrownBy(inside::result)
                    .withMessageContaining("QRT-3303");
            assertThatExceptionOfType(SagaNotCommittedException.class).isThrownBy(inside::status);
            return inside;
        });

        assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void aRepeatInTheSameTransactionFindsItsOwnStart() {
        List<SagaHandle> handles = in(transaction(), () -> List.of(node.pay("twice", "10"), node.pay("twice", "10.0")));

        assertThat(handles).extracting(SagaHandle::isNew).containsExactly(true, false);
    }

    @Test
    void otherParametersAreAConflictThatTheTransactionSurvives() {
        node.pay("conflict-old", "10");

        in(transaction(), () -> {
            node.pay("conflict-own", "10");
            for (String number : List.of("conflict-old", "conflict-own")) {
                assertThatExceptionOfType(OperationKeyConflictException.class).isThrownBy(() -> node.pay(number, "12"));
            }
            invoice(node, "conflict");
            return nothing();
        });

        assertThat(invoices("conflict")).isEqualTo(1);
        assertThat(isThere("conflict-own")).isTrue();
    }

    /** A saga that is at work meanwhile is one more reason to have to try again, so the second try waits for its end. */
    @ParameterizedTest
    @ValueSource(ints = {TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE})
    void atAStricterLevelTheLoserOfARaceGetsWhatItWouldRetry(int isolation) throws Exception {
        String number = "race-" + isolation;

        assertThatExceptionOfType(ConcurrencyFailureException.class)
                .isThrownBy(() -> in(transaction(isolation), () -> {
                    invoices(number);
                    elsewhere(() -> in(transaction(), () -> node.pay(number, "10")));
                    return node.pay(number, "10");
                }));
        PaymentNode.ended(node.pay(number, "10"));
        assertThat(in(transaction(isolation), () -> node.pay(number, "10")).isNew())
                .isFalse();
    }

    @Test
    void atReadCommittedTheLoserOfARaceFindsTheWinnersSaga() {
        SagaHandle handle = in(transaction(TransactionDefinition.ISOLATION_READ_COMMITTED), () -> {
            invoices("race");
            elsewhere(() -> in(transaction(), () -> node.pay("race", "10")));
            return node.pay("race", "10");
        });

        assertThat(handle.isNew()).isFalse();
    }

    @Test
    void theTransactionsTimeOutEndsTheWaitForAnother() {
        TransactionTemplate impatient = transaction();
        impatient.setTimeout(1);

        in(transaction(), () -> {
            SagaHandle handle = node.pay("time-out", "10");
            elsewhere(() -> {
                assertThatExceptionOfType(QueryTimeoutException.class)
                        .isThrownBy(() -> in(impatient, () -> node.pay("time-out", "10")));
                return handle;
            });
            return handle;
        });

        assertThat(isThere("time-out")).isTrue();
    }

    @Test
    void anInnerTransactionIsOneOfItsOwn() throws Exception {
        AtomicReference<SagaHandle> inner = new AtomicReference<>();

        rolledBack(() -> {
            inner.set(in(with(TransactionDefinition.PROPAGATION_REQUIRES_NEW), () -> node.pay("inner", "10")));
            return node.pay("outer", "10");
        });

        assertThat(PaymentNode.ended(inner.get()).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(isThere("outer")).isFalse();
    }

    @Test
    void anInnerTransactionDoesNotWaitForItsOuterOne() {
        in(transaction(), () -> {
            node.pay("self", "10");
            assertThatExceptionOfType(UnfitTransactionException.class)
                    .isThrownBy(() ->
                            in(with(TransactionDefinition.PROPAGATION_REQUIRES_NEW), () -> node.pay("self", "10")))
                    .withMessageContaining("QRT-3306");
            return node.pay("self", "10");
        });

        assertThat(isThere("self")).isTrue();
        assertThat(in(transaction(), () -> node.pay("self", "10")).isNew()).isFalse();
    }

    @Test
    void aReadOnlyTransactionIsToldSo() {
        TransactionTemplate readOnly = transaction();
        readOnly.setReadOnly(true);

        assertThatExceptionOfType(UnfitTransactionException.class)
                .isThrownBy(() -> in(readOnly, () -> node.pay("read-only", "10")))
                .withMessageContaining("QRT-3304");
        assertThat(isThere("read-only")).isFalse();
    }

    @Test
    void codeBeforeTheCommitIsStillPartOfIt() {
        rolledBack(() -> {
            onCommit(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    node.pay("before-commit-of-nothing", "10");
                }
            });
            return nothing();
        });
        in(transaction(), () -> {
            onCommit(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    SagaHandle handle = node.pay("before-commit", "10");
                    assertThatExceptionOfType(SagaNotCommittedException.class).isThrownBy(handle::status);
                }
            });
            return nothing();
        });

        assertThat(isThere("before-commit-of-nothing")).isFalse();
        assertThat(isThere("before-commit")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void codeAfterTheCommitStartsASagaByItself(boolean afterCompletion) throws Exception {
        List<SagaHandle> handles = new ArrayList<>();
        in(transaction(), () -> {
            invoice(node, "after-" + afterCompletion);
            onCommit(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    if (!afterCompletion) {
                        handles.add(node.pay("after-commit", "10"));
                    }
                }

                @Override
                public void afterCompletion(int status) {
                    if (afterCompletion) {
                        handles.add(node.pay("after-completion", "10"));
                    }
                }
            });
            return nothing();
        });

        assertThat(handles).hasSize(1);
        assertThat(PaymentNode.ended(handles.get(0)).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void startingWithoutWaitingJoinsToo() {
        rolledBack(() -> {
            CompletableFuture<SagaHandle> start = node.engine()
                    .startAsync(definition(), Payment.of("async", "10"))
                    .toCompletableFuture();
            assertThat(start).isCompleted();
            assertThat(start.join().isNew()).isTrue();
            return nothing();
        });

        assertThat(isThere("async")).isFalse();
    }

    /** Whether the database has a saga of that number now. */
    final boolean isThere(String number) {
        return node.engine().find(definition().keyOf(Payment.of(number, "10"))).isPresent();
    }

    final PaymentNode node() {
        return node;
    }

    final PaymentNode application() {
        List<String> properties = new ArrayList<>(database.properties());
        properties.add(POLL_SELDOM);
        properties.add(kind());
        return PaymentNode.start(properties, EndedSagas.class);
    }

    final TransactionTemplate transaction() {
        return new TransactionTemplate(node.bean(PlatformTransactionManager.class));
    }

    final TransactionTemplate with(int propagation) {
        TransactionTemplate template = transaction();
        template.setPropagationBehavior(propagation);
        return template;
    }

    interface Work<T> {
        T run();
    }

    static <T> T in(TransactionTemplate template, Work<T> work) {
        return template.execute(status -> work.run());
    }

    final <T> T rolledBack(Work<T> work) {
        return transaction().execute(status -> {
            status.setRollbackOnly();
            return work.run();
        });
    }

    private TransactionTemplate transaction(int isolation) {
        TransactionTemplate template = transaction();
        template.setIsolationLevel(isolation);
        return template;
    }

    private long invoices(String number) {
        return node.bean(JdbcClient.class)
                .sql("SELECT count(*) FROM invoice WHERE number = ?")
                .param(number)
                .query(Long.class)
                .single();
    }

    @SuppressWarnings("unchecked")
    private SagaDefinition<Payment> definition() {
        return (SagaDefinition<Payment>) node.context().getBean("payment");
    }

    private static void onCommit(TransactionSynchronization code) {
        TransactionSynchronizationManager.registerSynchronization(code);
    }

    private static String nothing() {
        return "nothing";
    }

    private static <T> void elsewhere(Work<T> work) {
        try {
            CompletableFuture.supplyAsync(work::run).join();
        } catch (CompletionException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
