package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Body;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.LeaseLostException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationWork;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token that only a try named which the database gave up is kept with whatever a later one comes to. */
class TokensOfEarlierTriesTest {
    private static final OperationRequest REQUEST = Debit.request("k", 100);
    private static final OperationAnswer DEBITED = OperationAnswer.succeeded(Body.json("{\"debited\":100}"));

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final JdbcTransactions transactions = new JdbcTransactions(database.dataSource());
    private final GuardSettings settings = GuardSettings.defaults().withWaitForHolder(Duration.ofMillis(50));
    private final GuardCounters counters = new GuardCounters();

    @AfterEach
    void close() {
        database.close();
    }

    /** What happens between a try that the database gave up and the next one. */
    private interface Meanwhile {
        void happens() throws Exception;
    }

    private Transactions with(Meanwhile meanwhile) {
        return new Transactions() {
            @Override
            public <R> R run(TransactionWork<R> work) throws Exception {
                try {
                    return transactions.run(work);
                } catch (Exception failed) {
                    if (SqlFailure.isConflict(failed)) {
                        meanwhile.happens();
                    }
                    throw failed;
                }
            }
        };
    }

    private JdbcOperationGuard guard(Transactions in) {
        return new JdbcOperationGuard(in, settings, counters, null);
    }

    /** The first try names the resource and is given up; later ones do not. */
    private static OperationWork firstAtTheResource(OperationWork later) {
        AtomicInteger tries = new AtomicInteger();
        return transaction -> {
            if (tries.incrementAndGet() == 1) {
                transaction.fence(new Fence("account:A", 5));
                throw new SQLException("given up", "40001");
            }
            return later.run(transaction);
        };
    }

    private void assertTokenIsKept() {
        assertThat(database.texts("SELECT resource || ' ' || token FROM querent_receiver.fence"))
                .containsExactly("account:A 5");
    }

    @Test
    void withSuccess() throws Exception {
        assertThat(guard(transactions).execute(REQUEST, firstAtTheResource(Debit.of(100))))
                .isEqualTo(new Execution.Applied(DEBITED));
        assertTokenIsKept();
    }

    @Test
    void withARefusal() throws Exception {
        assertThat(guard(transactions).execute(Debit.request("k", 2_000), firstAtTheResource(Debit.of(2_000))))
                .isInstanceOf(Execution.Applied.class);
        assertThat(database.count("SELECT count(*) FROM ledger")).isZero();
        assertTokenIsKept();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withWhatIsToldOfAnotherWhoTookTheKeyMeanwhile(boolean isDone) throws Exception {
        try (Connection open = database.connect()) {
            open.setAutoCommit(false);
            JdbcOperationGuard another = guard(new Transactions() {
                @Override
                public <R> R run(TransactionWork<R> work) throws Exception {
                    return work.on(open);
                }
            });
            Transactions raced = with(() -> {
                another.execute(REQUEST, Debit.of(100));
                if (isDone) {
                    open.commit();
                }
            });
            assertThat(guard(raced).execute(REQUEST, firstAtTheResource(Debit.of(100))))
                    .isEqualTo(
                            isDone ? new Execution.Replayed(DEBITED) : new Execution.InProgress(settings.retryAfter()));
            open.rollback();
        }
        assertTokenIsKept();
    }

    @Test
    void withTheSuccessOfLongWork() {
        try (JdbcLongOperationGuard guard = new JdbcLongOperationGuard(transactions, settings, counters, null)) {
            assertThat(guard.execute(REQUEST, lease -> firstAtTheResource(Debit.of(100)), Resolver.ofPeople()))
                    .isEqualTo(new Execution.Applied(DEBITED));
        }
        assertTokenIsKept();
    }

    @Test
    void ofLongWorkWhoseLeaseWasTakenOverMeanwhile() {
        Transactions overtaken =
                with(() -> database.execute("UPDATE querent_receiver.operation_record SET token = token + 1"));
        try (JdbcLongOperationGuard guard = new JdbcLongOperationGuard(overtaken, settings, counters, null)) {
            assertThatThrownBy(() ->
                            guard.execute(REQUEST, lease -> firstAtTheResource(Debit.of(100)), Resolver.ofPeople()))
                    .isInstanceOf(LeaseLostException.class);
        }
        assertTokenIsKept();
    }
}
