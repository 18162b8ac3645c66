package io.querent.examples.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

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

/** The example as a process of its own, whose progress can be followed and which can be killed. */
final class ChildRun implements AutoCloseable {
    private static final Pattern PROGRESS = Pattern.compile("([0-9,]+) of [0-9,]+ payments settled.*");

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final Thread reader;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final int awaited;

    /** @param awaited number of settled payments that {@link #awaitProgress} waits for */
    private ChildRun(Process process, int awaited) {
        this.process = process;
        this.awaited = awaited;
        this.reader = new Thread(this::read);
    }

    static ChildRun start(int awaited, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PaymentExample.class.getName()));
        command.addAll(List.of(arguments));
        ChildRun run = new ChildRun(
                new ProcessBuilder(command).redirectErrorStream(true).start(), awaited);
        run.reader.setDaemon(true);
        run.reader.start();
        return run;
    }

    /** Waits until so many payments are settled, or the process has ended. */
    void awaitProgress(Duration limit) throws InterruptedException {
        if (!reached.await(limit.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no progress to " + awaited + " within " + limit + ":\n" + output());
        }
    }

    int awaitEnd(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("not ended within " + limit + ":\n" + output());
        }
        reader.join();
        return process.exitValue();
    }

    void killService() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void killBank() {
        bank().forEach(ProcessHandle::destroyForcibly);
    }

    void killBoth() throws InterruptedException {
        List<ProcessHandle> bank = bank();
        process.destroyForcibly();
        bank.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    String output() {
        return String.join("\n", output);
    }

    @Override
    public void close() {
        bank().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private List<ProcessHandle> bank() {
        return process.toHandle().children().toList();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                Matcher progress = PROGRESS.matcher(line);
                if (progress.matches() && Integer.parseInt(progress.group(1).replace(",", "")) >= awaited) {
                    reached.countDown();
                }
            }
        } catch (IOException killed) {
            output.add(killed.toString());
        }
        reached.countDown();
    }
}
