package io.querent.examples.settlement.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.settlement.SettlementExample;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run as a process of its own, whose progress can be followed and which can be killed, with or without its other processes. */
final class ChildRun implements AutoCloseable {
    private static final Pattern PROGRESS = Pattern.compile("([0-9,]+) of [0-9,]+ payouts of [0-9-]+ settled.*");

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final Thread reader = new Thread(this::read);
    private final CountDownLatch reachedOrEnded = new CountDownLatch(1);
    private final CountDownLatch begunOrEnded = new CountDownLatch(1);
    private volatile boolean reached;
    private final int awaited;

    private ChildRun(Process process, int awaited) {
        this.process = process;
        this.awaited = awaited;
    }

    /** @param awaited number of settled payouts that {@link #awaitProgress} waits for */
    static ChildRun start(int awaited, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SettlementExample.class.getName()));
        command.addAll(arguments);
        ChildRun run = new ChildRun(
                new ProcessBuilder(command).redirectErrorStream(true).start(), awaited);
        run.reader.setDaemon(true);
        run.reader.start();
        return run;
    }

    /** Waits until it holds its directory; its processes may have been started by then, or not. */
    void awaitBegin(Duration limit) throws InterruptedException {
        if (!begunOrEnded.await(limit.toSeconds(), TimeUnit.SECONDS) || !process.isAlive()) {
            throw new AssertionError("not begun within " + limit + ", or ended:\n" + output());
        }
    }

    /** Waits until so many payouts are settled. */
    void awaitProgress(Duration limit) throws InterruptedException {
        if (!reachedOrEnded.await(limit.toSeconds(), TimeUnit.SECONDS) || !reached) {
            throw new AssertionError(
                    "no progress to " + awaited + " before its end, or within " + limit + ":\n" + output());
        }
    }

    int awaitEnd(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("not ended within " + limit + ":\n" + output());
        }
        reader.join();
        return process.exitValue();
    }

    /** The service and every other process of the run, all with SIGKILL. */
    void killAll() throws InterruptedException {
        List<ProcessHandle> others = process.toHandle().children().toList();
        process.destroyForcibly();
        others.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    /** Those of the other processes whose command has that word, with SIGKILL. */
    void kill(String name) {
        process.toHandle()
                .children()
                .filter(child ->
                        List.of(child.info().arguments().orElse(new String[0])).contains(name))
                .forEach(ProcessHandle::destroyForcibly);
    }

    String output() {
        return String.join("\n", output);
    }

    @Override
    public void close() {
        process.toHandle().children().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.startsWith("Data in ")) {
                    begunOrEnded.countDown();
                }
                Matcher progress = PROGRESS.matcher(line);
                if (progress.matches() && Integer.parseInt(progress.group(1).replace(",", "")) >= awaited) {
                    reached = true;
                    reachedOrEnded.countDown();
                }
            }
        } catch (IOException killed) {
            output.add(killed.toString());
        }
        begunOrEnded.countDown();
        reachedOrEnded.countDown();
    }
}
