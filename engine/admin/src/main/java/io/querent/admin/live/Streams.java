package io.querent.admin.live;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Server-sent events for pages: one event, {@code changed}, with the version as its text. Of the last phase, so that the streams end
 * before the web server waits for its requests: by themselves they would not, and hold up a shutdown as long as one may be held up.
 * Thread-safe.
 */
public final class Streams implements SmartLifecycle {
    /** A browser connects again by itself; a stream that nobody reads any more ends by then at the latest. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int ROUNDS_BETWEEN_SIGNS = 15;

    private final LiveUpdates updates;
    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    public Streams(LiveUpdates updates) {
        this.updates = updates;
    }

    /** A stream about a subject; one that ends at once when there are too many, or the process is about to end. */
    public SseEmitter open(String subject, String seen, LiveUpdates.Versions versions) {
        SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
        Page page = new Page(emitter);
        if (!updates.listen(subject, seen, versions, page)) {
            emitter.complete();
            return emitter;
        }
        emitter.onCompletion(() -> {
            open.remove(emitter);
            updates.leave(subject, page);
        });
        emitter.onTimeout(emitter::complete);
        emitter.onError(gone -> updates.leave(subject, page));
        page.begin();
        open.add(emitter);
        // Only now: whoever stops them all meanwhile has not seen this one, or has.
        if (stopped) {
            emitter.complete();
        }
        return emitter;
    }

    @Override
    public void start() {
        stopped = false;
    }

    @Override
    public void stop() {
        stopped = true;
        open.forEach(SseEmitter::complete);
    }

    @Override
    public boolean isRunning() {
        return !stopped;
    }

    private static final class Page implements LiveUpdates.Listener {
        private final SseEmitter emitter;
        private int quiet;

        Page(SseEmitter emitter) {
            this.emitter = emitter;
        }

        /** Without it the answer's head would be sent with the first change, and the browser not know until then that it is heard. */
        void begin() {
            send(SseEmitter.event().comment(""));
        }

        @Override
        public boolean changed(String version) {
            quiet = 0;
            return send(SseEmitter.event().name("changed").data(version));
        }

        @Override
        public boolean stillHere() {
            quiet++;
            if (quiet < ROUNDS_BETWEEN_SIGNS) {
                return true;
            }
            quiet = 0;
            return send(SseEmitter.event().comment(""));
        }

        private boolean send(SseEmitter.SseEventBuilder event) {
            try {
                emitter.send(event);
                return true;
            } catch (IOException | IllegalStateException gone) {
                return false;
            }
        }
    }
}
