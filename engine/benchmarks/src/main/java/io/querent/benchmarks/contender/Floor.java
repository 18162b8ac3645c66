package io.querent.benchmarks.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * What anybody could write by hand: one row and one commit for the start and for each step, and nothing else. No intent before the
 * call, no request, no hash, no token, no history; a saga that stops half way stays there. A connection is taken for each commit and
 * not held during a call. Thread-safe.
 */
public final class Floor implements Contender {
    /** More are slower on few cores. */
    public static final int CONNECTIONS = 32;

    private static final String INPUT = "x".repeat(300);
    private static final String RESULT = "y".repeat(100);

    private final Variant variant;
    private final Bank bank;
    private final BlockingQueue<Lane> free = new LinkedBlockingQueue<>();
    private final ExecutorService secondStarts = Executors.newCachedThreadPool();
    private final LongAdder commits = new LongAdder();

    /** A connection with its prepared statements. */
    private record Lane(
            Connection connection, PreparedStatement saga, PreparedStatement step, PreparedStatement result) {
        static Lane on(Connection connection, Variant variant) throws SQLException {
            FloorSchema schema = FloorSchema.FLOOR;
            return new Lane(
                    connection,
                    connection.prepareStatement(variant == Variant.D ? schema.insertSagaIfNew() : schema.insertSaga()),
                    connection.prepareStatement(schema.insertStep()),
                    connection.prepareStatement(schema.selectResult()));
        }
    }

    /** @param dataSource with {@link #CONNECTIONS} connections, which are all taken */
    public Floor(DataSource dataSource, Variant variant) throws SQLException {
        this.variant = variant;
        this.bank = new Bank(variant);
        FloorSchema.FLOOR.create(dataSource);
        for (int i = 0; i < CONNECTIONS; i++) {
            free.add(Lane.on(dataSource.getConnection(), variant));
        }
    }

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public String schema() {
        return FloorSchema.FLOOR.name();
    }

    @Override
    public void run(Order order) throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        if (variant == Variant.D) {
            Future<?> second = secondStarts.submit(() -> runUnlessStarted(order.number(), end));
            runUnlessStarted(order.number(), end);
            second.get();
        } else {
            runUnlessStarted(order.number(), end);
        }
    }

    /** As many as there are connections, unless sagas spend their time elsewhere. */
    @Override
    public int mostInFlight() {
        return variant.callTime().isZero() ? CONNECTIONS : Integer.MAX_VALUE;
    }

    @Override
    public boolean likesVirtualThreads() {
        return false;
    }

    @Override
    public Appends appends() {
        return new Appends(commits.sum(), commits.sum());
    }

    @Override
    public void close() {
        secondStarts.shutdownNow();
        for (Lane lane : free) {
            try {
                lane.connection().close();
            } catch (SQLException broken) {
                throw new IllegalStateException("a connection of the floor could not be closed", broken);
            }
        }
    }

    static String input() {
        return INPUT;
    }

    static String result() {
        return RESULT;
    }

    /**
     * Of two starts the one whose row was second waits for the other's end, which only works within one process, and reads its result.
     *
     * @param end of the saga, for whoever waits
     */
    private Void runUnlessStarted(String businessKey, CompletableFuture<Void> end) throws Exception {
        if (!start(businessKey)) {
            end.get();
            readResult(businessKey);
            return null;
        }
        try {
            for (int number = 1; number <= variant.operations(); number++) {
                bank.await();
                record(businessKey, number);
            }
            end.complete(null);
            return null;
        } catch (SQLException | InterruptedException failure) {
            end.completeExceptionally(failure);
            throw failure;
        }
    }

    private boolean start(String businessKey) throws SQLException, InterruptedException {
        Lane lane = free.take();
        try {
            lane.saga().setString(1, businessKey);
            lane.saga().setString(2, INPUT);
            boolean isNew = lane.saga().executeUpdate() == 1;
            if (isNew) {
                commits.increment();
            }
            return isNew;
        } finally {
            free.add(lane);
        }
    }

    private void record(String businessKey, int number) throws SQLException, InterruptedException {
        Lane lane = free.take();
        try {
            lane.step().setString(1, businessKey);
            lane.step().setInt(2, number);
            lane.step().setString(3, RESULT);
            lane.step().executeUpdate();
            commits.increment();
        } finally {
            free.add(lane);
        }
    }

    private void readResult(String businessKey) throws SQLException, InterruptedException {
        Lane lane = free.take();
        try {
            lane.result().setString(1, businessKey);
            lane.result().setInt(2, variant.operations());
            try (ResultSet row = lane.result().executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("saga " + businessKey + " has ended without a result");
                }
            }
        } finally {
            free.add(lane);
        }
    }
}
