package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Body;
import io.querent.receiver.CuttingProxy;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationWork;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolver;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection to our own database is cut at a commit, before or after it took effect. */
class LostCommitTest {
    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final CuttingProxy proxy = new CuttingProxy(ReceiverServer.port());
    private final Transactions transactions = new JdbcTransactions(database.simple(proxy.port()));
    private final GuardCounters counters = new GuardCounters();
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() throws IOException {
        database.close();
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void commitIsAskedAfterBeforeAnythingIsDoneAgain(boolean committed) throws Exception {
        JdbcOperationGuard guard = new JdbcOperationGuard(transactions, GuardSettings.defaults(), counters, null);
        Execution told = guard.execute(Debit.request("k", 100), transaction -> {
            if (runs.incrementAndGet() == 1) {
                cutNext("COMMIT", committed);
            }
            return Debit.of(100).run(transaction);
        });
        OperationAnswer answer = OperationAnswer.succeeded(Body.json("{\"debited\":100}"));
        assertThat(told).isEqualTo(committed ? new Execution.Replayed(answer) : new Execution.Applied(answer));
        assertThat(runs).hasValue(committed ? 1 : 2);
        assertThat(counters.counts().commitsInDoubt()).isEqualTo(1);
        assertBooks();
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100))).isEqualTo(new Execution.Replayed(answer));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void claimOfLongWorkHasOneOwnerAlthoughItsCommitWasInDoubt(boolean committed) {
        try (JdbcLongOperationGuard guard =
                new JdbcLongOperationGuard(transactions, GuardSettings.defaults(), counters, null)) {
            cutNext("COMMIT", committed);
            Execution told = guard.execute(Debit.request("k", 100), lease -> debit(), Resolver.ofPeople());
            assertThat(told).isInstanceOf(Execution.Applied.class);
            assertThat(counters.counts().commitsInDoubt()).isEqualTo(1);
            assertThat(database.count("SELECT token FROM querent_receiver.operation_record"))
                    .isEqualTo(1);
            assertThat(database.count("SELECT count(*) FROM querent_receiver.operation_attempt"))
                    .isEqualTo(1);
            assertBooks();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endOfLongWorkIsWrittenOnceAlthoughItsCommitWasInDoubt(boolean committed) {
        try (JdbcLongOperationGuard guard =
                new JdbcLongOperationGuard(transactions, GuardSettings.defaults(), counters, null)) {
            Execution told = guard.execute(
                    Debit.request("k", 100),
                    lease -> {
                        runs.incrementAndGet();
                        cutNext("COMMIT", committed);
                        return debit();
                    },
                    Resolver.ofPeople());
            assertThat(told)
                    .isEqualTo(new Execution.Applied(OperationAnswer.succeeded(Body.json("{\"debited\":100}"))));
            assertThat(runs).hasValue(1);
            assertThat(counters.counts().commitsInDoubt()).isEqualTo(1);
            assertBooks();
        }
    }

    @Test
    void whoCannotAskIsToldThatItMayHaveTakenEffect() throws Exception {
        JdbcOperationGuard guard = new JdbcOperationGuard(transactions, GuardSettings.defaults(), counters, null);
        assertThatThrownBy(() -> guard.execute(Debit.request("k", 100), transaction -> {
                    cutNext("COMMIT", true);
                    proxy.close();
                    return Debit.of(100).run(transaction);
                }))
                .isInstanceOfSatisfying(
                        GuardUnavailableException.class,
                        failure -> assertThat(failure.isOutcomeUnknown()).isTrue())
                .hasMessageStartingWith("QRT-9005");
        JdbcOperationGuard later = new JdbcOperationGuard(database.dataSource());
        assertThat(later.execute(Debit.request("k", 100), Debit.of(100))).isInstanceOf(Execution.Replayed.class);
        assertBooks();
    }

    private void cutNext(String text, boolean afterwards) {
        proxy.cut(text + "\0", afterwards);
    }

    private static OperationWork debit() {
        return Debit.of(100);
    }

    private void assertBooks() {
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(1);
    }
}
