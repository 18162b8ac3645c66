package io.querent.examples.settlement.laboratory;

import io.querent.receiver.Body;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.LeaseLostException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationLease;
import io.querent.receiver.Resolver;
import io.querent.receiver.RetentionPolicy;
import io.querent.receiver.jdbc.JdbcLongOperationGuard;
import io.querent.receiver.jdbc.ReceiverUpkeep;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;

/**
 * An owner stands still until its lease is over; another takes over under a new token and writes; then the first wakes up and writes
 * with its old one, which the protected row refuses.
 */
final class Takeover implements Experiment {
    private static final String KEY = "report-1";

    /** The condition is what protects the row: no row for whoever comes with an older token. */
    private static final String WRITE =
            "UPDATE settlement_report SET token = ?, content = ? WHERE name = 'today' AND token <= ?";

    @Override
    public String run(Bench bench) throws Exception {
        CountDownLatch wakesUp = new CountDownLatch(1);
        CompletableFuture<Written> stale = new CompletableFuture<>();
        CompletableFuture<Written> current = new CompletableFuture<>();
        JdbcLongOperationGuard old = guard(bench, "old");
        CompletableFuture<Execution> first = Bench.elsewhere(() -> old.execute(
                Bench.debit(KEY, 0),
                lease -> {
                    // Stands still: its heart stops, too.
                    old.close();
                    wakesUp.await();
                    stale.complete(write(bench, lease, "old"));
                    return transaction -> OperationAnswer.succeeded(Body.json("{}"));
                },
                Resolver.ofPeople()));
        ReceiverUpkeep upkeep = new ReceiverUpkeep(
                bench.transactions("observer"),
                bench.settings("observer"),
                RetentionPolicy.answersFor(Duration.ofDays(7)));
        boolean expired = bench.comesTrue(() -> upkeep.figures().expiredLeases() == 1);
        try (JdbcLongOperationGuard next = guard(bench, "new")) {
            next.execute(
                    Bench.debit(KEY, 0),
                    lease -> {
                        current.complete(write(bench, lease, "new"));
                        return transaction -> OperationAnswer.succeeded(Body.json("{}"));
                    },
                    Resolver.noEffectBeforeCompletion());
        }
        wakesUp.countDown();
        if (!expired || !refused(first)) {
            return "the former owner was not refused";
        }
        return "oldToken=" + stale.join().token() + " newToken="
                + current.join().token() + " staleWriteRows=" + stale.join().rows() + " currentWriteRows="
                + current.join().rows();
    }

    /** Whether it could not end the operation either. */
    private static boolean refused(CompletableFuture<Execution> first) {
        try {
            first.join();
            return false;
        } catch (CompletionException failure) {
            return failure.getCause() instanceof LeaseLostException;
        }
    }

    private record Written(long token, int rows) {}

    private static Written write(Bench bench, OperationLease lease, String content) throws Exception {
        return bench.transactions(content)
                .run(connection -> new Written(lease.token(), rows(connection, lease, content)));
    }

    private static int rows(Connection connection, OperationLease lease, String content) throws SQLException {
        try (PreparedStatement write = connection.prepareStatement(WRITE)) {
            write.setLong(1, lease.token());
            write.setString(2, content);
            write.setLong(3, lease.token());
            return write.executeUpdate();
        }
    }

    private static JdbcLongOperationGuard guard(Bench bench, String name) {
        return new JdbcLongOperationGuard(bench.transactions(name), bench.settings(name), new GuardCounters(), null);
    }
}
