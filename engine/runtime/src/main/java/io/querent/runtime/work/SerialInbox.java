package io.querent.runtime.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Messages that are worked through by one thread at a time, whichever comes first, without a lock and without a thread of its
 * own. What one thread wrote while it worked, the next one sees.
 */
final class SerialInbox<M> {
    private final Queue<M> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger posted = new AtomicInteger();
    private final Handler<M> handler;

    SerialInbox(Handler<M> handler) {
        this.handler = handler;
    }

    /** Works through messages. */
    @FunctionalInterface
    interface Handler<M> {
        /** @param mayBlock whether the thread that works may wait, for a database for instance */
        void handle(List<M> messages, boolean mayBlock);
    }

    /**
     * Adds a message; works through the inbox unless another thread does.
     *
     * @param mayBlock whether the calling thread may wait while it works
     */
    void post(M message, boolean mayBlock) {
        messages.add(message);
        if (posted.getAndIncrement() == 0) {
            work(mayBlock);
        }
    }

    /**
     * What is counted is read before what is queued. The other way round, a message that comes in between would be counted as seen and
     * stay in the queue. This way it may be seen before it is counted, and a last look finds nothing.
     */
    private void work(boolean mayBlock) {
        int counted;
        do {
            counted = posted.get();
            List<M> batch = new ArrayList<>();
            for (M message = messages.poll(); message != null; message = messages.poll()) {
                batch.add(message);
            }
            if (!batch.isEmpty()) {
                handler.handle(batch, mayBlock);
            }
        } while (posted.addAndGet(-counted) != 0);
    }
}
