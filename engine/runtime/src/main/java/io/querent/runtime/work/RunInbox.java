package io.querent.runtime.work;

import io.querent.runtime.call.Workers;
import io.querent.runtime.work.SerialInbox.Handler;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A saga's inbox, and what its work leaves to be done afterwards by threads that may block. Waking a thread costs more than what it
 * then has to do, so a saga that goes on stays on the worker that it is on, unless others wait for one. Thread-safe.
 */
final class RunInbox {
    /** The inbox whose tasks a thread carries out one after the other, further up its stack. */
    private static final ThreadLocal<@Nullable RunInbox> CARRIED_OUT = new ThreadLocal<>();

    private final SerialInbox<RunMessage> inbox;
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private final Workers workers;
    private volatile @Nullable Thread working;

    RunInbox(Workers workers, Handler<RunMessage> work) {
        this.workers = workers;
        this.inbox = new SerialInbox<>((messages, mayBlock) -> {
            working = Thread.currentThread();
            try {
                work.handle(messages, mayBlock);
            } finally {
                working = null;
            }
        });
    }

    /** To be carried out on a worker when the inbox has been worked through. */
    void afterwards(Runnable task) {
        ready.add(task);
    }

    /** Posts from a thread that must not block, or has something else to do afterwards. */
    void post(RunMessage message) {
        inbox.post(message, false);
        handOver();
    }

    /** Posts the answer to something that the inbox's work has asked for, from whatever thread brings it. */
    void postAnswer(RunMessage message) {
        if (working == Thread.currentThread()) {
            inbox.post(message, true);
        } else {
            workers.execute(() -> postFromWorker(message));
        }
    }

    /** Posts from a worker with nothing else to do: it carries out itself what becomes ready, one after the other. */
    void postFromWorker(RunMessage message) {
        inbox.post(message, true);
        RunInbox other = CARRIED_OUT.get();
        if (other == null) {
            carryOut();
        } else if (other != this) {
            handOver();
        }
        // Otherwise this is the end of a task of ours: the loop that it was called from goes on, and the stack does not
        // grow.
    }

    private void carryOut() {
        CARRIED_OUT.set(this);
        try {
            for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
                handOver();
                next.run();
                if (workers.areWaitedFor()) {
                    handOver();
                }
            }
        } finally {
            CARRIED_OUT.remove();
        }
    }

    private void handOver() {
        for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
            workers.execute(next);
        }
    }
}
