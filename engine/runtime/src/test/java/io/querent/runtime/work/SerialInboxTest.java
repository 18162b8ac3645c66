package io.querent.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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
