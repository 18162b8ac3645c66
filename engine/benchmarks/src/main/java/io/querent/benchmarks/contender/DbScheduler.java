package io.querent.benchmarks.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * The job as a chain of tasks on db-scheduler: each task's row becomes the next one's, with the input and the results so far, and the
 * last one's is removed. Nothing of an ended saga is left. A second start finds nothing to join, so it runs the job once where others
 * start it twice. Thread-safe.
 */
public final class DbScheduler implements Contender {
    /** Its table is there. */
    public static final String SCHEMA = "db_scheduler";

    /** As many as the floor has. */
    public static final int CONNECTIONS = 32;

    private static final int THREADS_FOR_SLOW_CALLS = 1_000;

    /** New tasks are looked for as soon as there are any; this is only for those that were missed. */
    private static final Duration POLLING = Duration.ofMillis(50);

    /** What its documentation says. */
    private static final String CREATE = """
            CREATE SCHEMA IF NOT EXISTS db_scheduler;
            CREATE TABLE IF NOT EXISTS db_scheduler.scheduled_tasks (
                task_name text NOT NULL, task_instance text NOT NULL, task_data bytea, execution_time timestamptz,
                picked boolean NOT NULL, picked_by text, last_success timestamptz, last_failure timestamptz,
                consecutive_failures int, last_heartbeat timestamptz, version bigint NOT NULL, priority smallint, state text,
                PRIMARY KEY (task_name, task_instance));
            CREATE INDEX IF NOT EXISTS execution_time_idx ON db_scheduler.scheduled_tasks (execution_time);
            CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON db_scheduler.scheduled_tasks (last_heartbeat);
            """;

    private final Variant variant;
    private final Bank bank;
    private final Scheduler scheduler;
    private final Map<String, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();
    private final LongAdder steps = new LongAdder();

    /** @param dataSource with {@link #CONNECTIONS} connections */
    public DbScheduler(DataSource dataSource, Variant variant) throws SQLException {
        this.variant = variant;
        this.bank = new Bank(variant);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
        }
        Task<?>[] chain = IntStream.rangeClosed(1, variant.operations())
                .mapToObj(this::task)
                .toArray(Task[]::new);
        this.scheduler = Scheduler.create(dataSource, chain)
                .tableName(SCHEMA + ".scheduled_tasks")
                .serializer(new Text())
                .threads(variant.callTime().isZero() ? CONNECTIONS : THREADS_FOR_SLOW_CALLS)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(POLLING)
                .enableImmediateExecution()
                .build();
        scheduler.start();
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public String schema() {
        return SCHEMA;
    }

    @Override
    public void run(Order order) throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.put(order.number(), end);
        scheduler.schedule(name(1).instance(order.number()).data(Floor.input()).scheduledTo(Instant.now()));
        end.get();
        steps.add(variant.operations() + 1L);
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
        return new Appends(steps.sum(), 0);
    }

    @Override
    public void close() {
        scheduler.stop();
    }

    private static TaskDescriptor<String> name(int number) {
        return TaskDescriptor.of("step-" + number, String.class);
    }

    private Task<String> task(int number) {
        return Tasks.custom(name(number)).execute((instance, context) -> {
            bank.await();
            return number < variant.operations()
                    ? new CompletionHandler.OnCompleteReplace<>(name(number + 1), instance.getData() + Floor.result())
                    : (complete, operations) -> end(instance, operations);
        });
    }

    private void end(TaskInstance<String> instance, ExecutionOperations<String> operations) {
        operations.remove();
        CompletableFuture<Void> end = ends.remove(instance.getId());
        if (end != null) {
            end.complete(null);
        }
    }

    /** Text as it is: no serialisation of Java's. */
    private static final class Text implements Serializer {
        @Override
        public byte[] serialize(Object text) {
            return ((String) text).getBytes(UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] bytes) {
            return type.cast(new String(bytes, UTF_8));
        }
    }
}
