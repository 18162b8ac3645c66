package io.querent.receiver.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationTransaction;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolver;
import io.querent.receiver.jdbc.GuardSettings;
import io.querent.receiver.jdbc.JdbcLongOperationGuard;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import io.querent.receiver.jdbc.NothingCommittedException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Work that goes on after a part of it has marked Spring's transaction to be rolled back. */
class SpringTransactionsTest {
    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final JdbcTransactionManager manager = new JdbcTransactionManager(database.dataSource());
    private final SpringTransactions transactions = new SpringTransactions(database.dataSource(), manager);
    private final GuardCounters counters = new GuardCounters();
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        database.close();
    }

    private OperationAnswer debit(OperationTransaction transaction) throws Exception {
        runs.incrementAndGet();
        OperationAnswer answer = Debit.of(100).run(transaction);
        try {
            new TransactionTemplate(manager).executeWithoutResult(part -> {
                throw new IllegalArgumentException("an optional part");
            });
        } catch (IllegalArgumentException goneOn) {
            // What such code should not do.
        }
        return answer;
    }

    @Test
    void rollbackOfAllIsTheWorksFailureAndNoLostCommit() throws Exception {
        JdbcOperationGuard guard = new JdbcOperationGuard(transactions, GuardSettings.defaults(), counters, null);
        assertThatThrownBy(() -> guard.execute(Debit.request("k", 100), this::debit))
                .isInstanceOf(NothingCommittedException.class);
        assertThat(runs).hasValue(1);
        assertThat(counters.counts().commitsInDoubt()).isZero();
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100))).isInstanceOf(Execution.Applied.class);
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
    }

    @Test
    void rollbackOfWhatLongWorkWritesLeavesItUnknown() {
        try (JdbcLongOperationGuard guard =
                new JdbcLongOperationGuard(transactions, GuardSettings.defaults(), counters, null)) {
            assertThat(guard.execute(Debit.request("k", 100), lease -> this::debit, Resolver.ofPeople()))
                    .isEqualTo(new Execution.InReview());
        }
        assertThat(runs).hasValue(1);
        assertThat(database.texts("SELECT last_error_class FROM querent_receiver.operation_record"))
                .containsExactly("NothingCommittedException");
        assertThat(database.count("SELECT count(*) FROM ledger")).isZero();
    }
}
