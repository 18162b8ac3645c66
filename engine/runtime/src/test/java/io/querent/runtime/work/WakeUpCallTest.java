package io.querent.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WakeUpCallTest {
    private final WakeUpCall call = new WakeUpCall();

    @Test
    void aCallThatCameBeforeTheSleeperWakesItAtOnce() throws InterruptedException {
        call.in(Duration.ZERO);
        assertThat(sleeperWakes(Duration.ofHours(1))).isTrue();
    }

    @Test
    void anEarlierCallOverridesALaterOne() throws InterruptedException {
        call.in(Duration.ofHours(1));
        call.in(Duration.ofMillis(1));
        assertThat(sleeperWakes(Duration.ofHours(2))).isTrue();
    }

    @Test
    void withoutACallTheSleeperWakesByItself() throws InterruptedException {
        assertThat(sleeperWakes(Duration.ofMillis(5))).isTrue();
    }

    private boolean sleeperWakes(Duration longest) throws InterruptedException {
        CountDownLatch woken = new CountDownLatch(1);
        Thread sleeper = new Thread(() -> {
            call.await(longest);
            woken.countDown();
        });
        sleeper.setDaemon(true);
        sleeper.start();
        return woken.await(20, TimeUnit.SECONDS);
    }
}
