package io.querent.admin.live;

import io.querent.runtime.journal.JournalUnavailableException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, for all open pages of this process together, whether what they show has changed: each subject once a round, however many pages
 * show it. A page is told that there is something new, and fetches it. Bounded in pages and in time. Thread-safe.
 */
public final class LiveUpdates implements AutoCloseable {
    /** Most pages that are told of changes; others are not live and work all the same. */
    public static final int MOST = 500;

    private static final Logger LOG = LoggerFactory.getLogger(LiveUpdates.class);

    private final Map<String, Watched> subjects = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final int most;
    private final ScheduledExecutorService rounds;

    /** Reads which version of a subject there is: any text that changes with it. */
    public interface Versions {
        /** The version now; empty when there is no such subject. */
        Optional<String> now();
    }

    /** A page that is told. */
    public interface Listener {
        /**
         * There is another version.
         *
         * @return false when the page is gone
         */
        boolean changed(String version);

        /** Shows the page's connection that somebody is there. False when the page is gone. */
        boolean stillHere();
    }

    private static final class Watched {
        private final Versions versions;
        private final Map<Listener, Boolean> listeners = new ConcurrentHashMap<>();
        private volatile String latest = "";

        Watched(Versions versions) {
            this.versions = versions;
        }
    }

    /**
     * @param pause between two rounds
     * @param most pages at a time
     */
    public LiveUpdates(Duration pause, int most) {
        this.most = most;
        this.rounds = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "querent-live");
            thread.setDaemon(true);
            return thread;
        });
        rounds.scheduleWithFixedDelay(this::look, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Tells a page from now on.
     *
     * @param subject what it shows: the same text for the same thing
     * @param seen the version that the page shows already
     * @return false when there are too many pages
     */
    public boolean listen(String subject, String seen, Versions versions, Listener listener) {
        if (open.incrementAndGet() > most) {
            open.decrementAndGet();
            return false;
        }
        subjects.compute(subject, (name, known) -> {
            Watched watched = known == null ? new Watched(versions) : known;
            watched.latest = watched.listeners.isEmpty() ? seen : watched.latest;
            watched.listeners.put(listener, true);
            return watched;
        });
        return true;
    }

    /** Tells a page no more. */
    public void leave(String subject, Listener listener) {
        subjects.computeIfPresent(subject, (name, watched) -> {
            if (watched.listeners.remove(listener) != null) {
                open.decrementAndGet();
            }
            return watched.listeners.isEmpty() ? null : watched;
        });
    }

    /** How many pages are told. */
    public int open() {
        return open.get();
    }

    /** One round. Nothing that goes wrong with one subject keeps others from being looked at. */
    void look() {
        for (Map.Entry<String, Watched> subject : subjects.entrySet()) {
            try {
                look(subject.getKey(), subject.getValue());
            } catch (JournalUnavailableException later) {
                LOG.debug("open pages are told later: {}", later.getMessage());
            } catch (RuntimeException wrong) {
                LOG.warn("open pages of {} are not told of changes", subject.getKey(), wrong);
            }
        }
    }

    private void look(String name, Watched watched) {
        String now = watched.versions.now().orElse("");
        boolean changed = !now.equals(watched.latest);
        watched.latest = now;
        for (Iterator<Listener> each = watched.listeners.keySet().iterator(); each.hasNext(); ) {
            Listener listener = each.next();
            if (!(changed ? listener.changed(now) : listener.stillHere())) {
                leave(name, listener);
            }
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
    }
}
