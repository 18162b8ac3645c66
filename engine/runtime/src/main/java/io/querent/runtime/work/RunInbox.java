package io.querent.runtime.work;

import io.querent.runtime.call.Workers;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * A saga's inbox, and what its work leaves to be done afterwards by threads that may block. Thread-safe.
 */
final class RunInbox {
    private final SerialInbox<RunMessage> inbox;
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private final Workers workers;

    RunInbox(Workers workers, Consumer<List<RunMessage>> work) {
        this.workers = workers;
        this.inbox = new SerialInbox<>(work);
    }

    /** To be carried out on a worker when the inbox has been worked through. */
    void afterwards(Runnable task) {
        ready.add(task);
    }

    /** Posts from a thread with something else to do afterwards. */
    void post(RunMessage message) {
        inbox.post(message);
        handOver();
    }

    /** Posts from a thread that must not do the work itself. */
    void postFromElsewhere(RunMessage message) {
        workers.execute(() -> postFromWorker(message));
    }

    /** Posts from a worker with nothing else to do: it carries out the first task itself instead of waking another thread. */
    void postFromWorker(RunMessage message) {
        inbox.post(message);
        Runnable first = ready.poll();
        handOver();
        if (first != null) {
            first.run();
        }
    }

    private void handOver() {
        for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
            workers.execute(next);
        }
    }
}
