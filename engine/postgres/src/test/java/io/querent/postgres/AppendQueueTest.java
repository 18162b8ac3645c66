package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.contract.SagaStory;
import io.querent.runtime.codec.PayloadProtection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who waits for a writer's place, and for how long. */
class AppendQueueTest {
    private final AppendQueue queue = new AppendQueue(100, 10, 2);
    private final List<PendingAppend> taken = new CopyOnWriteArrayList<>();

    /** All places are taken by threads that bring appends, and one more append waits: only one of the writers gets it. */
    @Test
    void aClosedQueueLetsEveryWriterGoWhenItIsEmpty() throws Exception {
        assertThat(queue.enter()).isTrue();
        assertThat(queue.enter()).isTrue();
        assertThat(queue.enter()).isFalse();
        assertThat(queue.add(append("last"), false)).isTrue();
        queue.close();
        List<Thread> writers =
                Stream.generate(() -> new Thread(this::takeToTheEnd)).limit(2).toList();
        writers.forEach(writer -> {
            writer.setDaemon(true);
            writer.start();
        });
        await().until(() -> writers.stream().allMatch(writer -> writer.getState() == Thread.State.WAITING));

        queue.leave();

        await().until(() -> writers.stream().noneMatch(Thread::isAlive));
        assertThat(taken).hasSize(1);
        queue.leave();
        queue.awaitIdle(Long.MAX_VALUE);
    }

    @Test
    void nobodyEntersBeforeThoseWhoWait() throws Exception {
        assertThat(queue.add(append("waits"), false)).isTrue();

        assertThat(queue.enter()).isFalse();

        assertThat(queue.take()).hasSize(1);
        assertThat(queue.enter()).as("the other place").isTrue();
    }

    private void takeToTheEnd() {
        try {
            for (List<PendingAppend> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
                taken.addAll(batch);
                queue.leave();
            }
        } catch (InterruptedException abandoned) {
            Thread.currentThread().interrupt();
        }
    }

    private static PendingAppend append(String businessKey) {
        return new PendingAppend(
                new StoredPayloads(PayloadProtection.NONE).encode(new SagaStory(businessKey, "node-1").start()));
    }
}
