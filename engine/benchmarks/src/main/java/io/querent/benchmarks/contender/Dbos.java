package io.querent.benchmarks.contender;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/** The job on DBOS Transact for Java: a workflow whose steps record their results. Thread-safe. */
public final class Dbos implements Contender {
    /** Its tables are there. */
    public static final String SCHEMA = "dbos";

    /** As many as the floor has. */
    public static final int CONNECTIONS = 32;

    private final Variant variant;
    private final DBOS dbos;
    private final Job job;
    private final LongAdder steps = new LongAdder();

    /** The job as DBOS wants it: an interface and a class with annotations. */
    public interface Job {
        /** Runs to its end, and gives the last result. */
        String run(String input);
    }

    /** @param dataSource with {@link #CONNECTIONS} connections */
    public Dbos(DataSource dataSource, Variant variant) {
        this.variant = variant;
        this.dbos = new DBOS(DBOSConfig.defaults("benchmark")
                .withDataSource(dataSource)
                .withDatabaseSchema(SCHEMA)
                .withAppVersion("1"));
        this.job = dbos.registerProxy(Job.class, new Steps(dbos, variant));
        dbos.launch();
    }

    @Override
    public String name() {
        return "dbos";
    }

    @Override
    public String schema() {
        return SCHEMA;
    }

    @Override
    public void run(Order order) throws Exception {
        WorkflowHandle<String, RuntimeException> first = start(order);
        if (variant == Variant.D) {
            expectResult(start(order));
        }
        expectResult(first);
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
        dbos.close();
    }

    private WorkflowHandle<String, RuntimeException> start(Order order) {
        return dbos.startWorkflow(() -> job.run(Floor.input()), new StartWorkflowOptions(order.number()));
    }

    private static void expectResult(WorkflowHandle<String, RuntimeException> handle) {
        String result = handle.getResult();
        if (!Floor.result().equals(result)) {
            throw new IllegalStateException("workflow " + handle.workflowId() + " ended with " + result);
        }
    }

    /** The steps, and the compensations of those that succeeded. */
    private static final class Steps implements Job {
        private final DBOS dbos;
        private final Variant variant;
        private final Bank bank;

        Steps(DBOS dbos, Variant variant) {
            this.dbos = dbos;
            this.variant = variant;
            this.bank = new Bank(variant);
        }

        @Override
        @Workflow(name = "order")
        public String run(String input) {
            call("reserve");
            call("pay");
            try {
                return dbos.runStep(this::confirm, "confirm");
            } catch (SoldOutException refused) {
                call("undo-pay");
                return call("undo-reserve");
            }
        }

        private String call(String step) {
            return dbos.<String, RuntimeException>runStep(this::book, step);
        }

        private String book() {
            bank.await();
            return Floor.result();
        }

        private String confirm() throws SoldOutException {
            String receipt = book();
            if (variant == Variant.F) {
                throw new SoldOutException("no such article in stock any more");
            }
            return receipt;
        }
    }

    /** The third step's refusal. */
    static final class SoldOutException extends Exception {
        private static final long serialVersionUID = 1L;

        SoldOutException(String message) {
            super(message);
        }
    }
}
