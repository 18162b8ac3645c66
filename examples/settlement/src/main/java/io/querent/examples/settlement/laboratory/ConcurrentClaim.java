package io.querent.examples.settlement.laboratory;

import io.querent.receiver.Execution;
import io.querent.receiver.OperationAnswer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Two connections with one key: the second waits for the first, which the server is asked about, and is told its answer. */
final class ConcurrentClaim implements Experiment {
    static final String KEY = "debit-1";
    static final long AMOUNT = 100;

    /** Whether the second connection waits for a lock that it has not been given, and the first is what it waits for. */
    private static final String SECOND_WAITS_FOR_FIRST = """
            SELECT count(*) FROM pg_stat_activity second
            JOIN pg_locks waited ON waited.pid = second.pid AND NOT waited.granted
            JOIN pg_stat_activity first ON first.pid = ANY (pg_blocking_pids(second.pid))
            WHERE second.application_name = 'second' AND second.wait_event_type = 'Lock' AND first.application_name = 'first'
            """;

    @Override
    public String run(Bench bench) throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        CompletableFuture<Execution> first =
                Bench.elsewhere(() -> bench.node("first").execute(Bench.debit(KEY, AMOUNT), transaction -> {
                    OperationAnswer answer = new DebitWork(AMOUNT).run(transaction);
                    written.countDown();
                    commit.await();
                    return answer;
                }));
        written.await();
        CompletableFuture<Execution> second =
                Bench.elsewhere(() -> bench.node("second").execute(Bench.debit(KEY, AMOUNT), new DebitWork(AMOUNT)));
        boolean observed = bench.comesTrue(() -> bench.number(SECOND_WAITS_FOR_FIRST) > 0);
        commit.countDown();
        return "concurrentClaim=" + DebitWork.inWords(first.join()) + "," + DebitWork.inWords(second.join())
                + " lockWaitObserved=" + observed + " ledgerRows=" + bench.ledgerRows();
    }
}
