package io.querent.spring.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often, and until when, a dead server is started again. */
@Timeout(60)
class ServerWatchTest {
    private static final Duration OFTEN = Duration.ofMillis(1);

    private final ScriptedServer server = new ScriptedServer();

    @Test
    void aServerThatCannotBeStartedIsLeftAloneAfterSomeTries() {
        server.dieAt(0);
        try (ServerWatch watch = new ServerWatch(server, OFTEN, Duration.ofHours(1))) {
            watch.start();

            await().until(() -> server.starts.get() == ServerWatch.MOST_STARTS);
            await().during(Duration.ofMillis(300)).until(() -> server.looks.get(), looks -> looks < 1_000);
        }
        assertThat(server.starts).hasValue(ServerWatch.MOST_STARTS);
    }

    @Test
    void deathsFarApartAreEachTheFirst() {
        server.startsWell = true;
        server.dieAt(3);
        try (ServerWatch watch = new ServerWatch(server, OFTEN, Duration.ZERO)) {
            watch.start();

            await().until(() -> server.starts.get() > 3 * ServerWatch.MOST_STARTS);
        }
    }

    @Test
    void nothingIsStartedAfterTheClose() {
        ServerWatch watch = new ServerWatch(server, OFTEN, Duration.ofHours(1));
        watch.start();
        await().until(() -> server.looks.get() > 3);

        watch.close();
        server.dieAt(0);
        int looks = server.looks.get();

        await().during(Duration.ofMillis(100)).until(() -> server.looks.get() == looks);
        assertThat(server.starts).hasValue(0);
    }

    @Test
    void aLookThatFailsIsNoDeath() {
        server.unreadable = true;
        try (ServerWatch watch = new ServerWatch(server, OFTEN, Duration.ofHours(1))) {
            watch.start();
            await().until(() -> server.looks.get() > 5);
        }
        assertThat(server.starts).hasValue(0);
    }

    /** Dies after so many looks, again after each start. */
    private static final class ScriptedServer implements ServerWatch.Server {
        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicInteger starts = new AtomicInteger();
        private final AtomicInteger life = new AtomicInteger(Integer.MAX_VALUE);
        private volatile int lives;
        private volatile boolean startsWell;
        private volatile boolean unreadable;

        void dieAt(int look) {
            lives = look;
            life.set(look);
        }

        @Override
        public boolean isAlive() throws IOException {
            looks.incrementAndGet();
            if (unreadable) {
                throw new IOException("no access");
            }
            return life.getAndDecrement() > 0;
        }

        @Override
        public void startAgain() throws IOException {
            starts.incrementAndGet();
            if (!startsWell) {
                throw new IOException("the disk is gone");
            }
            life.set(lives);
        }
    }
}
