package io.querent.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.call.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunInboxTest {
    private final Workers workers =
            Workers.of(Executors.newFixedThreadPool(1), Executors.newSingleThreadScheduledExecutor());
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void aSagaThatGoesOnLeavesItsWorkerToWhoWaitsForOne() throws InterruptedException {
        run(4, call -> {
            if (call == 2) {
                workers.execute(() -> order.add("another saga"));
            }
        });

        assertThat(order).containsExactly("call 1", "call 2", "another saga", "call 3", "call 4");
    }

    @Test
    void aSagaOfManyStepsDoesNotGrowTheStack() throws InterruptedException {
        run(50_000, call -> {
            // Now and then somebody else waits, so that the saga comes back from the queue.
            if (call % 1_000 == 0) {
                workers.execute(() -> {});
            }
        });

        assertThat(order).hasSize(50_000).endsWith("call 50000");
    }

    private interface Call {
        void perform(int number);
    }

    /** Every message makes a call ready, whose end is the next message. */
    private void run(int calls, Call call) throws InterruptedException {
        AtomicReference<RunInbox> self = new AtomicReference<>();
        AtomicInteger made = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        self.set(new RunInbox(
                workers,
                (messages, mayBlock) -> messages.forEach(message -> {
                    int number = made.incrementAndGet();
                    if (number > calls) {
                        end.countDown();
                        return;
                    }
                    self.get().afterwards(() -> {
                        order.add("call " + number);
                        call.perform(number);
                        self.get().postFromWorker(new RunMessage.Nudge());
                    });
                })));
        workers.execute(() -> self.get().postFromWorker(new RunMessage.Nudge()));
        assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
    }
}
