package io.querent.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("every-java")
class TimeLimitTest {
    private final Workers workers = Workers.start(1);

    @AfterEach
    void close() {
        workers.close();
    }

    /** The thread goes on with a commit, and a virtual thread that is interrupted closes the connection that it reads from. */
    @Test
    void anInterruptThatACallLeavesBehindEndsWithIt() {
        TimeLimit watch = TimeLimit.start(workers, Duration.ofMinutes(1), () -> {});
        Thread.currentThread().interrupt();

        assertThat(watch.end()).isTrue();

        assertThat(Thread.interrupted()).isFalse();
    }
}
