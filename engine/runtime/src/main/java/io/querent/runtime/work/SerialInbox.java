package io.querent.runtime.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Messages that are worked through by one thread at a time, whichever comes first, without a lock and without a thread of its
 * own. What one thread wrote while it worked, the next one sees.
 */
final class SerialInbox<M> {
    private final Queue<M> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger posted = new AtomicInteger();
    private final Consumer<List<M>> handler;

    SerialInbox(Consumer<List<M>> handler) {
        this.handler = handler;
    }

    /** Adds a message; works through the inbox unless another thread does. */
    void post(M message) {
        messages.add(message);
        if (posted.getAndIncrement() == 0) {
            work();
        }
    }

    private void work() {
        int seen = 1;
        do {
            List<M> batch = new ArrayList<>();
            for (M message = messages.poll(); message != null; message = messages.poll()) {
                batch.add(message);
            }
            seen = posted.get();
            handler.accept(batch);
        } while (posted.addAndGet(-seen) != 0);
    }
}
