package io.querent.testkit.engine;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.JournalUnavailableException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A node's life: until it dies, what it does reaches the store; nothing does afterwards. Thread-safe. */
final class Life {
    private final CrashPlan plan = new CrashPlan();
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private final AtomicInteger appends = new AtomicInteger();
    private final Activity activity;

    Life(Activity activity) {
        this.activity = activity;
    }

    CrashPlan plan() {
        return plan;
    }

    Activity activity() {
        return activity;
    }

    void die() {
        end.complete(null);
        activity.note();
    }

    boolean isDead() {
        return end.isDone();
    }

    /** Completes when the node dies. */
    CompletableFuture<@Nullable Void> end() {
        return end.copy();
    }

    /** Appends that the node has tried so far. */
    int appends() {
        return appends.get();
    }

    /** @throws JournalUnavailableException when the node is dead: what a database out of reach looks like to its remains */
    void check() {
        if (isDead()) {
            throw new JournalUnavailableException("living", new IOException("the node has crashed"));
        }
    }

    /** The append that the node is about to make is its n-th; it may die of it. */
    int beforeAppend(Append append) {
        int number = appends.incrementAndGet();
        if (!isDead() && plan.isBefore(append, number)) {
            die();
        }
        return number;
    }

    /** The append was answered; the node may not live to see it. */
    void afterAppend(Append append, int number, AppendResult result) {
        activity.note();
        if (result instanceof AppendResult.Appended && !isDead() && plan.isAfter(append, number)) {
            die();
        }
    }

    static JournalClosedException closed(Append append) {
        return new JournalClosedException(append.key().toString());
    }
}
