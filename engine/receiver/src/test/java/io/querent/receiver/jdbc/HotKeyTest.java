package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many repeats of one key: what they cost is counted. */
@Tag("every-java")
class HotKeyTest {
    private static final int THREADS = 64;
    private static final int REPEATS = 10_000;
    private static final int OTHERS = 300;

    /** Of an operation in one transaction: its own, and that of the savepoint. */
    private static final int IDS_OF_AN_OPERATION = 2;

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final LongAdder hotTransactions = new LongAdder();

    @AfterEach
    void close() {
        database.close();
    }

    private JdbcOperationGuard node(int connections, LongAdder transactions, Duration wait) {
        Transactions plain = new JdbcTransactions(database.pool(ReceiverServer.port(), connections));
        Transactions counted = new Transactions() {
            @Override
            public <R> R run(TransactionWork<R> work) throws Exception {
                transactions.increment();
                return plain.run(work);
            }
        };
        return new JdbcOperationGuard(
                counted, GuardSettings.defaults().withWaitForHolder(wait), new GuardCounters(), null);
    }

    @Test
    void stormOfRepeatsHasOneEffectAndReadsAtMostOnceARepeat() {
        JdbcOperationGuard[] nodes = {
            node(4, hotTransactions, Duration.ofSeconds(30)), node(4, hotTransactions, Duration.ofSeconds(30))
        };
        JdbcOperationGuard calm = node(2, new LongAdder(), Duration.ofSeconds(30));
        long idsBefore = database.count("SELECT pg_snapshot_xmax(pg_current_snapshot())::text");
        AtomicInteger next = new AtomicInteger();
        CompletableFuture<List<Execution>> others = Crowd.start(() -> {
            List<Execution> told = new ArrayList<>();
            for (int i = 0; i < OTHERS; i++) {
                told.add(calm.execute(Debit.request("other-" + i, 1), transaction -> answer()));
            }
            return told;
        });
        List<List<Execution>> told = Crowd.of(THREADS, () -> {
            List<Execution> each = new ArrayList<>();
            for (int i = next.getAndIncrement(); i < REPEATS; i = next.getAndIncrement()) {
                each.add(nodes[i % 2].execute(Debit.request("hot", 100), Debit.of(100)));
            }
            return each;
        });
        assertThat(others.join()).hasSize(OTHERS).allMatch(Execution.Applied.class::isInstance);
        long ids = database.count("SELECT pg_snapshot_xmax(pg_current_snapshot())::text") - idsBefore;

        List<Execution> all = told.stream().flatMap(List::stream).toList();
        assertThat(all)
                .hasSize(REPEATS)
                .filteredOn(Execution.Applied.class::isInstance)
                .hasSize(1);
        assertThat(all).filteredOn(Execution.Replayed.class::isInstance).hasSize(REPEATS - 1);
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(1);
        // Each is two round trips: claim and look in one, and the end of the transaction.
        assertThat(hotTransactions.sum()).isLessThanOrEqualTo(REPEATS);
        // Whoever writes or locks a row draws a transaction id. The second node's first claim may have waited in vain
        // for one.
        assertThat(ids).isLessThanOrEqualTo(IDS_OF_AN_OPERATION * (OTHERS + 1L) + THREADS);
    }

    @Test
    void repeatsOfWhatIsUnderWayWaitInMemoryAndLeaveThePoolToOthers() throws Exception {
        JdbcOperationGuard node = node(2, hotTransactions, Duration.ofSeconds(30));
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Execution> first = Crowd.start(() -> node.execute(Debit.request("hot", 100), transaction -> {
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            return Debit.of(100).run(transaction);
        }));
        await().until(() -> hotTransactions.sum() == 1);
        List<CompletableFuture<Execution>> repeats = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            repeats.add(Crowd.start(() -> node.execute(Debit.request("hot", 100), Debit.of(100))));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(node.execute(Debit.request("other-" + i, 1), transaction -> answer()))
                    .isInstanceOf(Execution.Applied.class);
        }
        assertThat(hotTransactions.sum()).isEqualTo(21);
        goOn.countDown();
        assertThat(first.join()).isInstanceOf(Execution.Applied.class);
        assertThat(repeats).allSatisfy(each -> assertThat(each.join()).isInstanceOf(Execution.Replayed.class));
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(1);
    }

    @Test
    void repeatThatHasWaitedLongEnoughIsToldToComeAgain() throws Exception {
        JdbcOperationGuard node = node(2, hotTransactions, Duration.ofMillis(50));
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Execution> first = Crowd.start(() -> node.execute(Debit.request("hot", 100), transaction -> {
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
            return Debit.of(100).run(transaction);
        }));
        await().until(() -> hotTransactions.sum() == 1);
        assertThat(node.execute(Debit.request("hot", 100), Debit.of(100))).isInstanceOf(Execution.InProgress.class);
        assertThat(hotTransactions.sum()).isEqualTo(1);
        goOn.countDown();
        assertThat(first.join()).isInstanceOf(Execution.Applied.class);
    }

    private static OperationAnswer answer() {
        return OperationAnswer.succeeded(Body.json("{}"));
    }
}
