package io.querent.benchmarks.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link GrowthNode} in a process of its own: told on its input what to run, tells on its output what came of it. */
final class NodeProcess implements AutoCloseable {
    private static final int LONGEST_END_SECONDS = 20;

    private final Process process;
    private final BufferedWriter input;
    private final BufferedReader output;

    private NodeProcess(Process process) {
        this.process = process;
        this.input = process.outputWriter(UTF_8);
        this.output = process.inputReader(UTF_8);
    }

    static NodeProcess start(String jdbcUrl, String name, String run) throws IOException {
        return new NodeProcess(new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx512m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GrowthNode.class.getName(),
                        jdbcUrl,
                        name,
                        run)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /**
     * Runs on all of them at once, so many sagas in flight on each.
     *
     * @return the sum; of the latencies, the mean of the medians and the highest of the p99
     */
    static Load.Outcome run(List<NodeProcess> nodes, int inFlightEach, Duration duration) throws IOException {
        for (NodeProcess node : nodes) {
            node.begin(inFlightEach, duration);
        }
        List<Load.Outcome> outcomes = new ArrayList<>();
        for (NodeProcess node : nodes) {
            outcomes.add(node.end());
        }
        return new Load.Outcome(
                outcomes.stream().mapToLong(Load.Outcome::sagas).sum(),
                outcomes.stream().mapToDouble(Load.Outcome::seconds).max().orElse(Double.NaN),
                outcomes.stream().mapToDouble(Load.Outcome::p50Millis).average().orElse(Double.NaN),
                outcomes.stream().mapToDouble(Load.Outcome::p99Millis).max().orElse(Double.NaN),
                outcomes.stream().mapToLong(Load.Outcome::appends).sum(),
                outcomes.stream().mapToLong(Load.Outcome::commits).sum(),
                outcomes.stream().mapToDouble(Load.Outcome::jvmCpuSeconds).sum());
    }

    @Override
    public void close() throws IOException {
        input.close();
        try {
            if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void begin(int inFlight, Duration duration) throws IOException {
        input.write(inFlight + " " + duration.toMillis());
        input.newLine();
        input.flush();
    }

    private Load.Outcome end() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("an engine's process ended while it was measured");
        }
        return GrowthNode.parse(line);
    }
}
