package io.querent.testkit.engine;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A node's threads. They stop taking anything when the node dies. Thread-safe. */
final class TestThreads extends ThreadPoolExecutor {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Life life;
    private final AtomicInteger underWay = new AtomicInteger();

    TestThreads(Life life) {
        super(
                0,
                Integer.MAX_VALUE,
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "querent-test-worker-" + NUMBER.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                new DiscardPolicy());
        this.life = life;
    }

    @Override
    public void execute(Runnable task) {
        if (life.isDead() || isShutdown()) {
            return;
        }
        underWay.incrementAndGet();
        super.execute(() -> {
            try {
                if (!life.isDead()) {
                    task.run();
                }
            } finally {
                underWay.decrementAndGet();
                life.activity().note();
            }
        });
    }

    /** Tasks that were begun or are about to be. */
    int underWay() {
        return underWay.get();
    }
}
