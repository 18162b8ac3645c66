package io.querent.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SerialInboxTest {
    @Test
    void everyMessageIsWorkedThroughOnceByOneThreadAtATime() throws InterruptedException {
        List<Integer> seen = new ArrayList<>();
        SerialInbox<Integer> inbox = new SerialInbox<>((messages, mayBlock) -> seen.addAll(messages));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 20_000; i++) {
            int message = i;
            threads.execute(() -> inbox.post(message, true));
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

        assertThat(seen).hasSize(20_000).doesNotHaveDuplicates();
    }

    /** After a storm of messages a forgotten one is found with the next; of two that meet, nobody comes after. */
    @Test
    void ofTwoMessagesThatMeetNoneIsForgotten() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 30_000; i++) {
                AtomicInteger seen = new AtomicInteger();
                SerialInbox<Integer> inbox = new SerialInbox<>((messages, mayBlock) -> seen.addAndGet(messages.size()));
                AtomicBoolean ready = new AtomicBoolean();
                Future<?> posted = other.submit(() -> {
                    ready.set(true);
                    inbox.post(1, true);
                });
                while (!ready.get()) {
                    Thread.onSpinWait();
                }
                inbox.post(2, true);
                posted.get();

                assertThat(seen).as("messages seen in round %d", i).hasValue(2);
            }
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void whatTheHandlerPostsIsWorkedThroughAfterwards() {
        List<Integer> seen = new ArrayList<>();
        List<SerialInbox<Integer>> self = new ArrayList<>();
        SerialInbox<Integer> inbox = new SerialInbox<>((batch, mayBlock) -> {
            seen.addAll(batch);
            batch.stream()
                    .filter(number -> number < 5)
                    .forEach(number -> self.get(0).post(number + 1, mayBlock));
        });
        self.add(inbox);

        inbox.post(1, false);

        assertThat(seen).containsExactly(1, 2, 3, 4, 5);
    }
}
