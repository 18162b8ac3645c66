package io.querent.examples.payment.faultrun.site;

import io.querent.examples.payment.faultrun.node.NodeLine;
import io.querent.examples.payment.faultrun.node.NodeMain;
import io.querent.examples.payment.faultrun.node.NodeOptions;
import io.querent.examples.payment.order.PaymentOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node's process. One that dies is started again under the same name. Thread-safe. */
public final class NodeChild implements AutoCloseable {
    private final String name;
    private final String password;
    private final Path log;
    private final Listener listener;
    private final KeptProcess process;
    private volatile NodeOptions options;
    private volatile @Nullable CompletableFuture<Map<String, Long>> figures;

    /** Who hears what becomes of orders, and of nodes. */
    public interface Listener {
        /** The order's payment is stored. */
        void stored(String orderId);

        /** Nobody knows whether it is. */
        void unclear(String orderId);

        /** It never will be. */
        void refused(String orderId, String reason);

        /** The node's process has ended and is not started again yet. */
        void ended(String node);
    }

    NodeChild(NodeOptions options, String password, Path log, Listener listener) {
        this.name = options.name();
        this.options = options;
        this.password = password;
        this.log = log;
        this.listener = listener;
        this.process = KeptProcess.start(name, this::command, new Life());
    }

    public String name() {
        return name;
    }

    /** Waits until it can be given orders; returns whether it can. */
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return process.awaitReady(limit);
    }

    /** Gives it an order. Returns false when it was certainly not heard. */
    public boolean pay(PaymentOrder order) {
        return process.say(NodeLine.pay(order));
    }

    /** Whether it has been at work for so long, as far as is known. */
    public boolean hasWorkedFor(Duration length) {
        return process.hasWorkedFor(length);
    }

    /** Ends it with SIGKILL. Its successor's clock is off by so much. */
    public void kill(Duration successorsClockOffset) {
        options = options.withClockOffset(successorsClockOffset);
        process.kill();
    }

    /** Tells it to end, with SIGTERM. */
    public void drain() {
        process.terminate();
    }

    /**
     * Stops it with SIGSTOP; it goes on after {@code length}.
     *
     * @return the process that lets it go on, and ends then
     */
    public Process stopFor(Duration length) throws IOException {
        ProcessHandle now = process.handle();
        if (now == null) {
            throw new IOException(name + " does not run");
        }
        return Signals.stopFor(now, length);
    }

    /** Id of the process that lives now. */
    public long pid() {
        ProcessHandle now = process.handle();
        return now == null ? -1 : now.pid();
    }

    /** What the node has counted in this life. */
    public Map<String, Long> figures(Duration limit) throws IOException, InterruptedException {
        CompletableFuture<Map<String, Long>> asked = new CompletableFuture<>();
        figures = asked;
        try {
            if (!process.say(NodeLine.FIGURES)) {
                throw new IOException(name + " does not run");
            }
            return asked.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException silent) {
            throw new IOException(name + " does not say its figures", silent);
        }
    }

    @Override
    public void close() {
        process.close();
    }

    private ProcessBuilder command() {
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(NodeMain.class, options.arguments()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put(NodeOptions.PASSWORD, password);
        WrongClock.set(builder.environment(), options.clockOffset());
        return builder;
    }

    private final class Life implements KeptProcess.Life {
        @Override
        public boolean said(String line) {
            String[] fields = NodeLine.fields(line);
            switch (fields[0]) {
                case NodeLine.STORED -> listener.stored(fields[1]);
                case NodeLine.UNAVAILABLE -> listener.unclear(fields[1]);
                case NodeLine.REFUSED -> listener.refused(fields[1], fields[2]);
                case NodeLine.FIGURES -> complete(fields);
                default -> {
                    return line.equals(NodeLine.READY);
                }
            }
            return false;
        }

        @Override
        public void ended() {
            listener.ended(name);
        }

        private void complete(String... fields) {
            CompletableFuture<Map<String, Long>> asked = figures;
            if (asked != null) {
                asked.complete(Stream.of(fields)
                        .skip(1)
                        .map(figure -> figure.split("=", 2))
                        .collect(Collectors.toMap(figure -> figure[0], figure -> Long.valueOf(figure[1]))));
            }
        }
    }

    /** For tests and reports: a listener that does nothing but note what is stored. */
    public static Listener noting(Consumer<String> stored) {
        return new Listener() {
            @Override
            public void stored(String orderId) {
                stored.accept(orderId);
            }

            @Override
            public void unclear(String orderId) {}

            @Override
            public void refused(String orderId, String reason) {}

            @Override
            public void ended(String node) {}
        };
    }
}
