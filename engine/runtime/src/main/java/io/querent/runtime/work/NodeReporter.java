package io.querent.runtime.work;

import io.querent.runtime.admin.Nodes;
import io.querent.runtime.admin.Nodes.Report;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says every few seconds what this node sees, for people who look at the whole cluster. On a thread of its own: a report that fails or
 * hangs disturbs no work.
 */
final class NodeReporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeReporter.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Nodes nodes;
    private final String node;
    private final Supplier<Report> report;
    private final ScheduledExecutorService thread;
    private boolean failing;

    private NodeReporter(Nodes nodes, String node, Supplier<Report> report) {
        this.nodes = nodes;
        this.node = node;
        this.report = report;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "querent-report");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Begins to report, now and every five seconds. */
    static NodeReporter start(Nodes nodes, String node, Supplier<Report> report) {
        NodeReporter reporter = new NodeReporter(nodes, node, report);
        reporter.thread.scheduleWithFixedDelay(reporter::tell, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return reporter;
    }

    /** Takes the node off the list, if that takes no time: it has ended in order, and nobody should look for it. */
    @Override
    public void close() {
        thread.execute(this::takeOff);
        thread.shutdown();
        try {
            thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
    }

    private void takeOff() {
        try {
            nodes.forget(node);
        } catch (RuntimeException away) {
            LOG.debug("this node stays on the list of nodes for a while: {}", away.getMessage());
        }
    }

    private void tell() {
        try {
            nodes.report(report.get());
            failing = false;
        } catch (RuntimeException later) {
            if (failing) {
                LOG.debug("this node's report could not be written: {}", later.getMessage());
            } else {
                LOG.warn(
                        "this node's report could not be written, the console may show it as silent; it is tried again: {}",
                        later.getMessage());
            }
            failing = true;
        }
    }
}
