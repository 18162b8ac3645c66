package io.querent.admin.security;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/** Has the first account made as soon as there is a database with its tables, however long after the application's start that is. */
public final class FirstAccountStart implements Runnable {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final FirstAccount account;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this, "querent-first-account");

    public FirstAccountStart(FirstAccount account) {
        this.account = account;
        thread.setDaemon(true);
    }

    @EventListener(ApplicationReadyEvent.class)
    void start() {
        if (!account.make() && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    @EventListener(ContextClosedEvent.class)
    void stop() {
        ended.countDown();
    }

    @Override
    public void run() {
        try {
            boolean over = account.make();
            while (!over) {
                over = ended.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS) || account.make();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
