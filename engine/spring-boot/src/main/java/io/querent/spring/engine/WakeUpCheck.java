package io.querent.spring.engine;

import io.querent.runtime.journal.SagaJournal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Counts sagas that nothing will ever wake up (R15), and thereby sees whether the database answers. Never more than one look at a
 * time, however many ask while the database hangs. Thread-safe.
 */
final class WakeUpCheck {
    private final SagaJournal journal;
    private @Nullable CompletableFuture<Long> looking;

    WakeUpCheck(SagaJournal journal) {
        this.journal = journal;
    }

    /** What a look found. */
    sealed interface Finding {
        /** So many. */
        record Counted(long sagas) implements Finding {}

        /** The database did not say. */
        record NoAnswer(String reason) implements Finding {}
    }

    Finding look(Duration longest) {
        try {
            return new Finding.Counted(begin().get(longest.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException slow) {
            return new Finding.NoAnswer("the database did not answer within " + longest);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            return new Finding.NoAnswer(String.valueOf(cause.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Finding.NoAnswer("the thread was interrupted while it asked the database");
        }
    }

    private synchronized CompletableFuture<Long> begin() {
        CompletableFuture<Long> current = looking;
        if (current == null || current.isDone()) {
            current = CompletableFuture.supplyAsync(journal::countWithoutWakeUp, WakeUpCheck::inThreadOfItsOwn);
            looking = current;
        }
        return current;
    }

    private static void inThreadOfItsOwn(Runnable look) {
        Thread thread = new Thread(look, "querent-health");
        thread.setDaemon(true);
        thread.start();
    }
}
