package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A few writers that share a queue, so that appends which come at the same time share a commit. While a writer has nothing to do, a
 * thread that brings an append may take his place. Thread-safe.
 */
final class GroupCommit implements AutoCloseable {
    private final AppendQueue queue;
    private final Counting counting = new Counting();
    private final CountDownLatch abandoned = new CountDownLatch(1);
    private final ImmediateWrite immediate;
    private final List<AppendWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Duration closeLimit;

    GroupCommit(Database database, JournalSettings settings) {
        this.queue = new AppendQueue(settings.queueLimit(), settings.batchLimit(), settings.writers());
        this.immediate = new ImmediateWrite(database, counting);
        this.closeLimit = settings.closeLimit();
        for (int i = 1; i <= settings.writers(); i++) {
            Patience patience = new Patience(settings.firstPause(), settings.longestPause(), abandoned);
            AppendWriter writer = new AppendWriter(database, queue, counting, patience);
            Thread thread = new Thread(writer, "querent-journal-" + i);
            thread.setDaemon(true);
            writers.add(writer);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** Writes on the calling thread if a writer's place is free, which is not so while others wait. */
    CompletionStage<AppendResult> appendHere(EncodedAppend encoded) {
        PendingAppend pending = new PendingAppend(encoded);
        if (!BatchWrite.fitsAtOnce(List.of(pending)) || !queue.enter()) {
            return add(pending);
        }
        boolean written;
        try {
            written = immediate.write(pending);
        } finally {
            queue.leave();
        }
        return written ? pending.result().minimalCompletionStage() : add(pending);
    }

    CompletionStage<AppendResult> append(EncodedAppend encoded) {
        return add(new PendingAppend(encoded));
    }

    private CompletionStage<AppendResult> add(PendingAppend pending) {
        // A stage that completes on a writer's thread may append again there. Were that to wait for room, nobody would
        // make any.
        if (!queue.add(pending, threads.contains(Thread.currentThread()))) {
            pending.giveUp();
        }
        return pending.result().minimalCompletionStage();
    }

    JournalCounters counters() {
        return counting.with(queue.size());
    }

    /** Finishes what is queued within the limit, and gives up the rest: what is stored decides. */
    @Override
    public void close() {
        queue.close();
        boolean interrupted = false;
        long deadline = System.nanoTime() + closeLimit.toNanos();
        for (Thread thread : threads) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            } catch (InterruptedException hurry) {
                interrupted = true;
                break;
            }
        }
        interrupted |= !awaitIdle(deadline);
        abandoned.countDown();
        threads.forEach(Thread::interrupt);
        queue.abandon().forEach(PendingAppend::giveUp);
        // A writer gives up its own when it ends; this is for one that hangs in a dead connection.
        writers.forEach(writer -> writer.current().forEach(PendingAppend::giveUp));
        // Whoever writes here and hangs has handed out no promise yet: what it puts into the closed queue is given up
        // there.
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns false when interrupted. */
    private boolean awaitIdle(long deadline) {
        try {
            queue.awaitIdle(deadline - System.nanoTime());
            return true;
        } catch (InterruptedException hurry) {
            return false;
        }
    }
}
