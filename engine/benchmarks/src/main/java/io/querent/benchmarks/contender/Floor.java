package io.querent.benchmarks.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * What anybody could write by hand: one row and one commit for the start and for each step, and nothing else. No intent before the
 * call, no request, no hash, no token, no history; a saga that stops half way stays there. Thread-safe.
 */
public final class Floor implements Contender {
    /** More are slower on few cores. */
    static final int CONNECTIONS = 32;

    private static final String INPUT = "x".repeat(300);
    private static final String RESULT = "y".repeat(100);

    private final Variant variant;
    private final Bank bank;
    private final BlockingQueue<Lane> free = new LinkedBlockingQueue<>();
    private final LongAdder commits = new LongAdder();

    /** A connection with its prepared statements. */
    private record Lane(Connection connection, PreparedStatement saga, PreparedStatement step) {}

    /** Opens the connections. */
    public Floor(DataSource dataSource, Variant variant) throws SQLException {
        this.variant = variant;
        this.bank = new Bank(variant);
        FloorSchema.create(dataSource);
        for (int i = 0; i < CONNECTIONS; i++) {
            Connection connection = dataSource.getConnection();
            free.add(new Lane(
                    connection,
                    connection.prepareStatement(FloorSchema.INSERT_SAGA),
                    connection.prepareStatement(FloorSchema.INSERT_STEP)));
        }
    }

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public void run(Order order) throws Exception {
        start(order.number());
        for (int number = 1; number <= variant.operations(); number++) {
            bank.await();
            record(order.number(), number);
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

    private void start(String businessKey) throws SQLException, InterruptedException {
        Lane lane = free.take();
        try {
            lane.saga().setString(1, businessKey);
            lane.saga().setString(2, INPUT);
            lane.saga().executeUpdate();
            commits.increment();
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
}
