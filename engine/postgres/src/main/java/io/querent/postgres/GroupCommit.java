package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A few writers that share a queue, so that appends which come at the same time share a commit. Thread-safe. */
final class GroupCommit implements AutoCloseable {
    private final AppendQueue queue;
    private final Counting counting = new Counting();
    private final CountDownLatch abandoned = new CountDownLatch(1);
    private final List<AppendWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Duration closeLimit;

    GroupCommit(Database database, JournalSettings settings) {
        this.queue = new AppendQueue(settings.queueLimit(), settings.batchLimit());
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

    CompletionStage<AppendResult> append(EncodedAppend encoded) {
        PendingAppend pending = new PendingAppend(encoded);
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
        abandoned.countDown();
        threads.forEach(Thread::interrupt);
        queue.abandon().forEach(PendingAppend::giveUp);
        // A writer gives up its own when it ends; this is for one that hangs in a dead connection.
        writers.forEach(writer -> writer.current().forEach(PendingAppend::giveUp));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
