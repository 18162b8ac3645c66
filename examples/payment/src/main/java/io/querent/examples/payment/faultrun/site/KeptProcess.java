package io.querent.examples.payment.faultrun.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A child process that is started again as soon as it has ended, until it is closed. Its standard input is open for as long as this
 * process lives; by its end the child knows that it has to go. Thread-safe.
 */
final class KeptProcess implements AutoCloseable {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(30);
    private static final int MOST_FAILURES = 20;
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 200;

    private final String name;
    private final Supplier<ProcessBuilder> command;
    private final Life life;
    private final Thread watch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closing;
    private boolean ready;
    /** Told to end: nothing is to be expected of it any more. */
    private boolean ending;

    private long readySince;
    private int failures;
    private volatile @Nullable Process process;
    private @Nullable BufferedWriter input;

    /** Who follows the child's life. Called on the child's own watching thread. */
    interface Life {
        /** The child said something. Returns whether that means that it is ready. */
        boolean said(String line);

        /** The child has ended and is not started again yet. */
        void ended();
    }

    private KeptProcess(String name, Supplier<ProcessBuilder> command, Life life) {
        this.name = name;
        this.command = command;
        this.life = life;
        this.watch = new Thread(this::watch, name + "-watch");
    }

    /** @param command asked anew before every start */
    static KeptProcess start(String name, Supplier<ProcessBuilder> command, Life life) {
        KeptProcess kept = new KeptProcess(name, command, life);
        kept.watch.setDaemon(true);
        kept.watch.start();
        return kept;
    }

    /**
     * Waits until the child is ready.
     *
     * @return whether it is
     * @throws IllegalStateException when it ends again and again without ever being ready
     */
    boolean awaitReady(Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (!ready && left > 0 && !closing) {
                if (failures >= MOST_FAILURES) {
                    throw new IllegalStateException(name + " cannot be started; see its log");
                }
                left = changed.awaitNanos(left);
            }
            return ready;
        } finally {
            lock.unlock();
        }
    }

    boolean isReady() {
        return hasWorkedFor(Duration.ZERO);
    }

    /** Whether the child has been ready for so long. */
    boolean hasWorkedFor(Duration length) {
        lock.lock();
        try {
            return ready && !ending && System.nanoTime() - readySince >= length.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** The process that lives now. */
    @Nullable
    ProcessHandle handle() {
        Process current = process;
        return current == null ? null : current.toHandle();
    }

    /** Ends it with SIGKILL. It is started again. */
    void kill() {
        end(ProcessHandle::destroyForcibly);
    }

    /** Ends it with SIGTERM. It is started again. */
    void terminate() {
        end(ProcessHandle::destroy);
    }

    private void end(Consumer<ProcessHandle> signal) {
        lock.lock();
        try {
            ending = true;
            ProcessHandle current = handle();
            if (current != null) {
                signal.accept(current);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says a line to the child. Returns false when there is nobody to hear it. */
    boolean say(String line) {
        lock.lock();
        try {
            if (input == null || !ready || ending) {
                return false;
            }
            input.write(line);
            input.newLine();
            input.flush();
            return true;
        } catch (IOException gone) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the child end and waits for it. */
    @Override
    public void close() {
        Process running;
        lock.lock();
        try {
            closing = true;
            running = process;
            endInput();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (running != null && !running.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS)) {
                running.destroyForcibly();
            }
            watch.join(LONGEST_STOP.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (begin()) {
            Process current = process;
            if (current != null) {
                listen(current);
                awaitEnd(current);
            }
            over();
        }
    }

    /** Starts a life, unless this is closed or has failed too often. */
    private boolean begin() {
        lock.lock();
        try {
            if (closing || failures >= MOST_FAILURES) {
                return false;
            }
            Process started = command.get().start();
            process = started;
            ending = false;
            input = new BufferedWriter(started.outputWriter(UTF_8));
            return true;
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        } finally {
            lock.unlock();
        }
    }

    /** Until the child's output ends; when it breaks off, the child has ended too. */
    private void listen(Process current) {
        try (BufferedReader output = current.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (life.said(line)) {
                    becomeReady();
                }
            }
        } catch (IOException broken) {
            current.destroyForcibly();
        }
    }

    private void becomeReady() {
        lock.lock();
        try {
            ready = true;
            readySince = System.nanoTime();
            failures = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void awaitEnd(Process current) {
        try {
            current.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void over() {
        boolean wasReady;
        lock.lock();
        try {
            wasReady = ready;
            ready = false;
            ending = false;
            input = null;
            failures = wasReady ? 0 : failures + 1;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        life.ended();
        if (!wasReady) {
            pause();
        }
    }

    private static void pause() {
        try {
            boolean unused = new CountDownLatch(1).await(PAUSE_AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A node that is stopped cannot be reached by the end of its input; it is ended by force after a while. */
    private void endInput() {
        if (input != null) {
            try {
                input.close();
            } catch (IOException gone) {
                input = null;
            }
        }
    }
}
