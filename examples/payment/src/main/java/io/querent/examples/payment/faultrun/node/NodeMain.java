package io.querent.examples.payment.faultrun.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.payment.order.PaymentOrder;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.work.EngineCounters.Count;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node as a process. It reads {@linkplain NodeLine lines}, drains when it is told to end by SIGTERM, and ends when its standard
 * input does, so that it never outlives whoever started it.
 */
public final class NodeMain {
    private static final String LOG_SETTINGS = "io/querent/examples/payment/faultrun/node/node-logback.xml";
    private static final long LOOK_AGAIN_MILLIS = 200;

    private final NodeOptions options;
    private final PrintStream out;

    private NodeMain(NodeOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Settings of logging come first: they are read when the first logger is made, so the logger is not this class's own. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.setProperty("logback.configurationFile", LOG_SETTINGS);
        NodeOptions options = NodeOptions.parse(arguments);
        System.setProperty("fault-run.node", options.name());
        new NodeMain(options, new PrintStream(System.out, true, UTF_8)).run();
        System.exit(0);
    }

    /** Returns when standard input has ended. The shutdown hook closes the node, whoever asks the process to end. */
    private void run() throws IOException, InterruptedException {
        String password = System.getenv(NodeOptions.PASSWORD);
        Node node = open(password == null ? "" : password);
        Runtime.getRuntime().addShutdownHook(new Thread(node::close, "node-shutdown"));
        say(NodeLine.READY);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answer(node, NodeLine.fields(line));
            }
        }
    }

    /** A database that is away comes back. */
    private Node open(String password) throws InterruptedException {
        Logger log = LoggerFactory.getLogger(NodeMain.class);
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                return Node.open(options, password);
            } catch (JournalUnavailableException away) {
                log.info("the database is away; the node waits for it: {}", String.valueOf(away.getMessage()));
                boolean unused = never.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void answer(Node node, String... fields) {
        if (NodeLine.isPay(fields)) {
            PaymentOrder order = NodeLine.order(fields);
            var unused = node.pay(order)
                    .whenComplete((handle, failure) -> say(
                            failure == null
                                    ? NodeLine.of(NodeLine.STORED, order.orderId())
                                    : failed(order.orderId(), failure)));
        } else if (fields[0].equals(NodeLine.FIGURES)) {
            say(figures(node));
        } else {
            throw new IllegalArgumentException("no such line: " + String.join(" ", fields));
        }
    }

    private static String failed(String orderId, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return NodeLine.of(isPassing(cause) ? NodeLine.UNAVAILABLE : NodeLine.REFUSED, orderId, cause.toString());
    }

    /** Without an answer from the database, or on the way down: the start may be stored or not. */
    private static boolean isPassing(@Nullable Throwable cause) {
        return cause instanceof EngineUnavailableException
                || cause instanceof JournalUnavailableException
                || cause instanceof io.querent.runtime.journal.JournalClosedException;
    }

    private static String figures(Node node) {
        List<String> fields = new ArrayList<>();
        fields.add(NodeLine.FIGURES);
        for (Count count : Count.values()) {
            fields.add(count + "=" + node.counters().of(count));
        }
        return NodeLine.of(fields.toArray(String[]::new));
    }

    private synchronized void say(String line) {
        out.println(line);
    }
}
