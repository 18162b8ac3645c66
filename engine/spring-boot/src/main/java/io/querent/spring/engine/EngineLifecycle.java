package io.querent.spring.engine;

import io.querent.spring.QuerentProperties;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The engine's place in the application's life. All beans exist before it starts, so every step's code is ready. It works before
 * anything that lets work in is started, such as a web server or a message listener, and goes on until they have stopped and
 * finished what they had begun: whoever holds a request may still start a saga. The data source, and the embedded server below it,
 * are closed with the other beans, after everything with a life of its own has stopped.
 */
final class EngineLifecycle implements SmartLifecycle {
    /** Below the web server's, and below everything that is started later than it. */
    static final int PHASE = DEFAULT_PHASE - 4_096;

    private final EngineStart start;
    private final DeferredSagaEngine engine;
    private final QuerentProperties properties;
    private @Nullable EngineConnection connection;

    EngineLifecycle(EngineStart start, DeferredSagaEngine engine, QuerentProperties properties) {
        this.start = start;
        this.engine = engine;
        this.properties = properties;
    }

    /** @throws io.querent.saga.QuerentException when the database was reached and cannot be used as things are */
    @Override
    public synchronized void start() {
        if (connection != null) {
            return;
        }
        EngineConnection opening = new EngineConnection(start, engine, properties.connect());
        connection = opening;
        try {
            opening.open(longestWait());
        } catch (RuntimeException | Error refused) {
            stop();
            throw refused;
        }
    }

    /** Returns when the engine has drained. */
    @Override
    public synchronized void stop() {
        EngineConnection closing = connection;
        if (closing != null) {
            closing.close();
            connection = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return connection != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** A server of our own is there: what takes long is the first start on a slow machine, and is worth waiting for. */
    private Duration longestWait() {
        return start.database().isEmbedded()
                ? properties.embedded().startUpTimeout()
                : properties.connect().startUpWait();
    }
}
