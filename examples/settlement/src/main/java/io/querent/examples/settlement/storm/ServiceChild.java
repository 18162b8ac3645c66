package io.querent.examples.settlement.storm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.payment.process.ChildCommandLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settlement service as a child process: started again when it was killed, over when it ends by itself. Its input is open for as long as
 * this process lives; by its end the child knows that it has to go. Thread-safe.
 */
final class ServiceChild implements AutoCloseable {
    /** What a process that was ended with SIGKILL exits with. */
    private static final int KILLED = 137;

    private static final long NOT_WORKING = Long.MIN_VALUE;

    private final List<String> command;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final Thread thread = new Thread(this::live, "service-child");
    private volatile @Nullable Process process;
    private volatile boolean killed;
    private volatile boolean closing;
    private volatile long workingSince = NOT_WORKING;
    private final AtomicInteger lives = new AtomicInteger();
    private volatile Consumer<String> lines = line -> {};

    private ServiceChild(List<String> command) {
        this.command = command;
    }

    /** @param subCommand what the program is to do */
    static ServiceChild of(Class<?> startClass, String subCommand, List<String> arguments) {
        return new ServiceChild(ChildCommandLine.of(startClass, subCommand, arguments));
    }

    /** @param listener told every line that it says */
    void start(Consumer<String> listener) {
        lines = listener;
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends it with SIGKILL. It is started again. */
    void kill() {
        Process running = process;
        if (running != null) {
            killed = true;
            running.destroyForcibly();
        }
    }

    /** The process that runs now is at work; it may say so more than once. */
    void works() {
        if (workingSince == NOT_WORKING) {
            workingSince = System.nanoTime();
        }
    }

    /** Whether the process that runs now has been at work for so long. */
    boolean hasWorkedFor(Duration length) {
        long since = workingSince;
        return since != NOT_WORKING && System.nanoTime() - since >= length.toNanos();
    }

    /** How often it was started. */
    int lives() {
        return lives.get();
    }

    /** Its own exit code, when it ends by itself. */
    CompletableFuture<Integer> exit() {
        return exit;
    }

    @Override
    public void close() {
        closing = true;
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    private void live() {
        try {
            boolean again = true;
            while (again && !closing) {
                int code = run();
                again = killed && code == KILLED;
                killed = false;
                if (!again) {
                    exit.complete(code);
                }
            }
        } catch (IOException refused) {
            exit.completeExceptionally(refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            exit.completeExceptionally(interrupted);
        }
    }

    private int run() throws IOException, InterruptedException {
        Process started = new ProcessBuilder(command).redirectErrorStream(true).start();
        workingSince = NOT_WORKING;
        lives.incrementAndGet();
        process = started;
        try (BufferedReader output = started.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.accept(line);
            }
        } catch (IOException broken) {
            started.destroyForcibly();
        }
        return started.waitFor();
    }
}
