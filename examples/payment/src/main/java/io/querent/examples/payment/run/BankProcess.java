package io.querent.examples.payment.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.payment.bankclient.BankAddress;
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
 * The bank as a child process: started again when it dies, ended with its parent. The child ends when its standard input does, which
 * the operating system sees to even if this process is killed. Thread-safe.
 */
public final class BankProcess implements BankAddress, AutoCloseable {
    private static final Pattern READY = Pattern.compile("bank ready port=([0-9]+)");
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);
    private static final int BAD_USAGE = 2;

    /** A bank of a process that was killed may take a while to stop; its directory is locked until then. */
    private static final int MOST_FAILURES = 120;

    private final List<String> command;
    private final Path log;
    private final Consumer<String> notices;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch firstResult = new CountDownLatch(1);
    private final Thread watch = new Thread(this::watch, "bank-watch");
    private volatile @Nullable URI address;
    private volatile @Nullable Process process;
    private volatile @Nullable String failure;

    private BankProcess(List<String> command, Path log, Consumer<String> notices) {
        this.command = command;
        this.log = log;
        this.notices = notices;
    }

    /**
     * Begins to start the bank.
     *
     * @param startClass whose sub-command {@code bank} is the bank
     * @param data directory of its books
     * @param log file its log is appended to
     * @param notices told when it has died and is started again
     */
    public static BankProcess start(
            Class<?> startClass, Path data, Path log, List<String> options, Consumer<String> notices) {
        BankProcess bank = new BankProcess(BankCommandLine.of(startClass, data, options), log, notices);
        bank.watch.setDaemon(true);
        bank.watch.start();
        return bank;
    }

    /**
     * Waits until the bank is ready for the first time.
     *
     * @throws IOException when it cannot be started
     */
    public void awaitReady(Duration limit) throws IOException, InterruptedException {
        boolean decided = firstResult.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (!decided || failure != null) {
            throw new IOException(
                    (failure == null ? "the bank is not ready after " + limit : failure) + "; its log is in " + log);
        }
    }

    @Override
    public URI current() throws ConnectException {
        URI now = address;
        if (now == null) {
            throw new ConnectException("the bank does not run at the moment");
        }
        return now;
    }

    /** Lets the bank end and waits for it. */
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
                failure = "the bank cannot be started; it ended with code " + exit;
                firstResult.countDown();
            } else if (wasReady) {
                notices.accept("the bank ended with code " + exit + " and is started again");
            }
            pause();
        }
    }

    /** One life of the bank. Returns its exit code. */
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
            failure = "the bank cannot be started: " + refused.getMessage();
            firstResult.countDown();
            return BAD_USAGE;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return BAD_USAGE;
        }
    }

    /** Reads what the bank says until it ends. An output that breaks off has ended. */
    private void read(Process started) {
        try (BufferedReader output = started.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                read(line);
            }
        } catch (IOException broken) {
            notices.accept("the bank's output broke off: " + broken.getMessage());
        }
    }

    private void read(String line) {
        Matcher ready = READY.matcher(line);
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
