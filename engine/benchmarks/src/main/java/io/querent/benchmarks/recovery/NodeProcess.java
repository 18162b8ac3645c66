package io.querent.benchmarks.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@link RecoveringNode} in a process of its own, and what it said. Thread-safe. */
final class NodeProcess implements AutoCloseable {
    private static final Pattern SECOND = Pattern.compile("second traffic=(\\d+) heap=(\\d+) claimed=(\\d+)");
    private static final long LONGEST_END_SECONDS = 20;

    private final Process process;
    private final List<Second> seconds = new ArrayList<>();

    /** What the node did in a second. */
    record Second(long traffic, long heapBytes, long claimed) {}

    private NodeProcess(Process process) {
        this.process = process;
    }

    /** @param heap as the JVM takes it: {@code 256m} */
    static NodeProcess start(String heap, String jdbcUrl, Duration lease, int ratePerSecond) throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx" + heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RecoveringNode.class.getName(),
                        jdbcUrl,
                        String.valueOf(lease.toSeconds()),
                        String.valueOf(ratePerSecond))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        NodeProcess node = new NodeProcess(process);
        Thread reader = new Thread(node::read, "node-output");
        reader.setDaemon(true);
        reader.start();
        return node;
    }

    /** What it did, second by second. */
    synchronized List<Second> seconds() {
        return List.copyOf(seconds);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher second = SECOND.matcher(line);
                if (second.matches()) {
                    add(new Second(
                            Long.parseLong(second.group(1)),
                            Long.parseLong(second.group(2)),
                            Long.parseLong(second.group(3))));
                }
            }
        } catch (IOException ended) {
            // An output that breaks off has ended; whether the process lives is asked apart.
        }
    }

    private synchronized void add(Second second) {
        seconds.add(second);
    }
}
