package io.querent.admin.live;

import java.io.IOException;
import java.time.Duration;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Server-sent events for pages: one event, {@code changed}, with the version as its text. Thread-safe. */
public final class Streams {
    /** A browser connects again by itself; a stream that nobody reads any more ends by then at the latest. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int ROUNDS_BETWEEN_SIGNS = 15;

    private final LiveUpdates updates;

    public Streams(LiveUpdates updates) {
        this.updates = updates;
    }

    /** A stream about a subject; one that ends at once when there are too many. */
    public SseEmitter open(String subject, String seen, LiveUpdates.Versions versions) {
        SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
        Page page = new Page(emitter);
        if (!updates.listen(subject, seen, versions, page)) {
            emitter.complete();
            return emitter;
        }
        emitter.onCompletion(() -> updates.leave(subject, page));
        emitter.onTimeout(emitter::complete);
        emitter.onError(gone -> updates.leave(subject, page));
        page.begin();
        return emitter;
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
