package io.querent.examples.payment.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long the process lives: until its standard input ends or the operating system tells it to go. The first resource that is opened
 * and so the last that is closed: a process told to go stays until then.
 */
public final class ChildLifetime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChildLifetime.class);
    private static final long LONGEST_CLOSE_SECONDS = 90;

    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final boolean endsWithInput;

    /** @param endsWithInput whether it ends when its standard input does, so that it never outlives whoever started it */
    public ChildLifetime(boolean endsWithInput) {
        this.endsWithInput = endsWithInput;
        Runtime.getRuntime().addShutdownHook(new Thread(this::endAndAwaitClose, "child-shutdown"));
    }

    /** Returns when the process has to go. */
    public void awaitEnd() throws InterruptedException {
        if (endsWithInput) {
            Thread watcher = new Thread(this::readInputToEnd, "child-stdin");
            watcher.setDaemon(true);
            watcher.start();
        }
        end.await();
    }

    @Override
    public void close() {
        closed.countDown();
    }

    /** An input that cannot be read has ended too. */
    private void readInputToEnd() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException broken) {
            LOG.debug("Standard input broke off", broken);
        }
        end.countDown();
    }

    /** The process is gone when this returns, so it waits for the main thread to close what it opened. */
    private void endAndAwaitClose() {
        end.countDown();
        try {
            if (!closed.await(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Not closed within {} s; the database recovers at the next start", LONGEST_CLOSE_SECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
