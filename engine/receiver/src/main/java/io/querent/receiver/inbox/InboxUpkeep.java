package io.querent.receiver.inbox;

import io.querent.outbox.UnavailableException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has room made now and then. */
final class InboxUpkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InboxUpkeep.class);
    private static final long EVERY_MINUTES = 60;

    private final InboxRetention retention;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "querent-inbox-upkeep");
        thread.setDaemon(true);
        return thread;
    });

    private InboxUpkeep(InboxRetention retention) {
        this.retention = retention;
    }

    static InboxUpkeep start(InboxRetention retention) {
        InboxUpkeep upkeep = new InboxUpkeep(retention);
        upkeep.timer.scheduleWithFixedDelay(upkeep::run, 0, EVERY_MINUTES, TimeUnit.MINUTES);
        return upkeep;
    }

    private void run() {
        try {
            InboxRetention.Done done = retention.run();
            LOG.debug("the inbox made room: {}", done);
        } catch (UnavailableException later) {
            LOG.debug("the inbox makes room later: {}", later.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("the inbox could not make room; it is tried again", failure);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
