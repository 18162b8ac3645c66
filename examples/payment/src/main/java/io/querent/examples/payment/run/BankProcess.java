package io.querent.examples.payment.run;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.process.ChildProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The bank as a child process, kept for as long as this is open. Thread-safe. */
public final class BankProcess implements BankAddress, AutoCloseable {
    private final ChildProcess process;

    private BankProcess(ChildProcess process) {
        this.process = process;
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
        List<String> arguments = new ArrayList<>(List.of("--data-dir=" + data));
        arguments.addAll(options);
        return new BankProcess(ChildProcess.start("bank", startClass, arguments, log, notices));
    }

    /**
     * Waits until the bank is ready for the first time.
     *
     * @throws IOException when it cannot be started
     */
    public void awaitReady(Duration limit) throws IOException, InterruptedException {
        process.awaitReady(limit);
    }

    @Override
    public URI current() throws ConnectException {
        return process.current();
    }

    /** Whether it can be called, as far as is known. */
    public boolean isReady() {
        return process.isReady();
    }

    /** Ends it with SIGKILL. It is started again. */
    public void kill() {
        process.kill();
    }

    /** Lets the bank end and waits for it. */
    @Override
    public void close() {
        process.close();
    }
}
