package io.querent.examples.payment.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A child process that listens on a port of 127.0.0.1: started again when it dies, ended with its parent. The child ends when its standard
 * input does, which the operating system sees to even if this process is killed. Thread-safe.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);
    private static final int BAD_USAGE = 2;

    /** A child of a process that was killed may take a while to stop; its directory is locked until then. */
    private static final int MOST_FAILURES = 120;

    private final String name;
    private final Pattern readiness;
    private final List<String> command;
    private final Path log;
    private final Consumer<String> notices;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch firstResult = new CountDownLatch(1);
    private final Thread watch;
    private volatile @Nullable URI address;
    private volatile @Nullable Process process;
    private volatile @Nullable String failure;

    private ChildProcess(String name, List<String> command, Path log, Consumer<String> notices) {
        this.name = name;
        this.readiness = Pattern.compile(Pattern.quote(name) + " ready port=([0-9]+)");
        this.command = command;
        this.log = log;
        this.notices = notices;
        this.watch = new Thread(this::watch, name + "-watch");
    }

    /**
     * Begins to start the child. It has to say {@code NAME ready port=NNNN} on its standard output when it can be called.
     *
     * @param name its name, which is the sub-command that it is
     * @param startClass whose sub-command it is
     * @param log file its log is appended to
     * @param notices told when it has died and is started again
     */
    public static ChildProcess start(
            String name, Class<?> startClass, List<String> arguments, Path log, Consumer<String> notices) {
        ChildProcess child = new ChildProcess(name, ChildCommandLine.of(startClass, name, arguments), log, notices);
        child.watch.setDaemon(true);
        child.watch.start();
        return child;
    }

    /**
     * Waits until it is ready for the first time.
     *
     * @throws IOException when it cannot be started
     */
    public void awaitReady(Duration limit) throws IOException, InterruptedException {
        boolean decided = firstResult.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (!decided || failure != null) {
            throw new IOException((failure == null ? "the " + name + " is not ready after " + limit : failure)
                    + "; its log is in " + log);
        }
    }

    /**
     * Where it listens now; elsewhere after it was started again, unless it was told its port.
     *
     * @throws ConnectException when it does not run at the moment
     */
    public URI current() throws ConnectException {
        URI now = address;
        if (now == null) {
            throw new ConnectException("the " + name + " does not run at the moment");
        }
        return now;
    }

    /** Whether it can be called, as far as is known. */
    public boolean isReady() {
        return address != null;
    }

    /** Ends it with SIGKILL. It is started again. */
    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    /** Lets it end and waits for it. */
    @Override
    public void close() {
        closing.countDown();
        Process running = process;
        try {
            if (running != null) {
                end(running);
            }
            watch.join(LONGEST_STOP.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(Process running) throws InterruptedException {
        try {
            running.getOutputStream().close();
        } catch (IOException broken) {
            running.destroy();
        }
        if (!running.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS)) {
            running.destroyForcibly();
        }
    }

    private void watch() {
        int failures = 0;
        while (closing.getCount() > 0 && failure == null) {
            int exit = run();
            boolean wasReady = address != null;
            address = null;
            if (closing.getCount() == 0) {
                return;
            }
            failures = wasReady ? 0 : failures + 1;
            if (exit == BAD_USAGE || failures == MOST_FAILURES) {
                failure = "the " + name + " cannot be started; it ended with code " + exit;
                firstResult.countDown();
            } else if (wasReady) {
                notices.accept("the " + name + " ended with code " + exit + " and is started again");
            }
            pause();
        }
    }

    /** One life of the child. Returns its exit code. */
    private int run() {
        try {
            Process started = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            process = started;
            if (closing.getCount() == 0) {
                started.getOutputStream().close();
            }
            read(started);
            return started.waitFor();
        } catch (IOException refused) {
            failure = "the " + name + " cannot be started: " + refused.getMessage();
            firstResult.countDown();
            return BAD_USAGE;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return BAD_USAGE;
        }
    }

    /** Reads what it says until it ends. An output that breaks off has ended. */
    private void read(Process started) {
        try (BufferedReader output = started.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                read(line);
            }
        } catch (IOException broken) {
            notices.accept("the " + name + "'s output broke off: " + broken.getMessage());
        }
    }

    private void read(String line) {
        Matcher ready = readiness.matcher(line);
        if (ready.matches()) {
            address = URI.create("http://127.0.0.1:" + ready.group(1));
            firstResult.countDown();
        }
    }

    private void pause() {
        try {
            boolean unused = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
