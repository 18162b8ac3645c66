package io.querent.benchmarks.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * The floor's rows with group commit: each saga waits for its own row, and a few writers put whatever waits into one transaction.
 * What the database gives when commits are shared; one bad row fails all. Thread-safe.
 */
public final class GroupFloor implements Contender {
    /** One to four give about the same. */
    public static final int WRITERS = 2;

    private static final int LARGEST_BATCH = 500;

    private final Variant variant;
    private final Bank bank;
    private final BlockingQueue<Row> queue = new LinkedBlockingQueue<>();
    private final List<Thread> writers = new ArrayList<>();
    private final LongAdder rows = new LongAdder();
    private final LongAdder commits = new LongAdder();

    /** A row to write; number 0 is the start. */
    private record Row(String businessKey, int number, CompletableFuture<Void> written) {}

    /** @param dataSource its connections should rewrite batched inserts */
    public GroupFloor(DataSource dataSource, Variant variant) throws SQLException {
        this.variant = variant;
        this.bank = new Bank(variant);
        FloorSchema.GROUP_FLOOR.create(dataSource);
        for (int i = 1; i <= WRITERS; i++) {
            Connection connection = dataSource.getConnection();
            Thread writer = new Thread(() -> write(connection), "group-floor-" + i);
            writer.setDaemon(true);
            writer.start();
            writers.add(writer);
        }
    }

    @Override
    public String name() {
        return "group floor";
    }

    @Override
    public String schema() {
        return FloorSchema.GROUP_FLOOR.name();
    }

    @Override
    public void run(Order order) throws Exception {
        append(order.number(), 0);
        for (int number = 1; number <= variant.operations(); number++) {
            bank.await();
            append(order.number(), number);
        }
    }

    @Override
    public int mostInFlight() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean likesVirtualThreads() {
        return true;
    }

    @Override
    public Appends appends() {
        return new Appends(rows.sum(), commits.sum());
    }

    @Override
    public void close() {
        writers.forEach(Thread::interrupt);
    }

    private void append(String businessKey, int number) throws Exception {
        Row row = new Row(businessKey, number, new CompletableFuture<>());
        queue.add(row);
        row.written().get();
    }

    private void write(Connection connection) {
        List<Row> batch = new ArrayList<>();
        try (connection;
                PreparedStatement sagas = connection.prepareStatement(FloorSchema.GROUP_FLOOR.insertSaga());
                PreparedStatement steps = connection.prepareStatement(FloorSchema.GROUP_FLOOR.insertStep())) {
            connection.setAutoCommit(false);
            while (true) {
                batch.clear();
                batch.add(queue.take());
                queue.drainTo(batch, LARGEST_BATCH - 1);
                write(sagas, steps, batch);
                connection.commit();
                commits.increment();
                rows.add(batch.size());
                batch.forEach(row -> row.written().complete(null));
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (SQLException failure) {
            batch.forEach(row -> row.written().completeExceptionally(failure));
        }
    }

    private static void write(PreparedStatement sagas, PreparedStatement steps, List<Row> batch) throws SQLException {
        boolean anySaga = false;
        boolean anyStep = false;
        for (Row row : batch) {
            if (row.number() == 0) {
                sagas.setString(1, row.businessKey());
                sagas.setString(2, Floor.input());
                sagas.addBatch();
                anySaga = true;
            } else {
                steps.setString(1, row.businessKey());
                steps.setInt(2, row.number());
                steps.setString(3, Floor.result());
                steps.addBatch();
                anyStep = true;
            }
        }
        if (anySaga) {
            sagas.executeBatch();
        }
        if (anyStep) {
            steps.executeBatch();
        }
    }
}
