package io.querent.axon;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import io.querent.saga.QuerentException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log as the event store polls it, many times a second. While it cannot be read there is nothing new, which is said once and
 * not with every look: a processor that falls behind has a position that stands still, and one that reads for itself is told.
 * Thread-safe.
 */
final class PolledLog {
    private static final Logger LOG = LoggerFactory.getLogger(PolledLog.class);

    private final EventLog log;
    private final AtomicBoolean failing = new AtomicBoolean();

    PolledLog(EventLog log) {
        this.log = log;
    }

    List<LoggedEvent> read(EventPosition position, int limit) {
        try {
            List<LoggedEvent> events = log.read(position, limit);
            if (failing.compareAndSet(true, false)) {
                LOG.info("the event log can be read again; after={}", position);
            }
            return events;
        } catch (QuerentException unreadable) {
            if (failing.compareAndSet(false, true)) {
                LOG.warn("the event log cannot be read, processors stand still; after={}", position, unreadable);
            }
            return List.of();
        }
    }
}
