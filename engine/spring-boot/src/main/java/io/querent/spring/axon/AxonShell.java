package io.querent.spring.axon;

import io.querent.axon.AxonSettings;
import io.querent.axon.EventSubscribers;
import io.querent.axon.QuerentAxonConfiguration;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Definitions;
import org.jspecify.annotations.Nullable;

/**
 * The Axon shell of the running engine: command and query gateway, event store, event processors to look at, reset, split and
 * merge. It begins and ends with the engine, and every beginning is a new one, as Axon's parts cannot be started twice.
 * Thread-safe.
 */
public final class AxonShell {
    private final SagaJournal journal;
    private final EventLog log;
    private final Definitions definitions;
    private final EventSubscribers subscribers;
    private final AxonSettings settings;
    private volatile @Nullable QuerentAxonConfiguration running;

    AxonShell(
            SagaJournal journal,
            EventLog log,
            Definitions definitions,
            EventSubscribers subscribers,
            AxonSettings settings) {
        this.journal = journal;
        this.log = log;
        this.definitions = definitions;
        this.subscribers = subscribers;
        this.settings = settings;
    }

    /**
     * What runs now. Do not keep it.
     *
     * @throws EngineUnavailableException while the engine does not run
     */
    public QuerentAxonConfiguration running() {
        QuerentAxonConfiguration current = running;
        if (current == null) {
            throw new EngineUnavailableException("looking for the Axon shell: the engine is not running", null);
        }
        return current;
    }

    /** Begins anew. Called by the engine, as soon as it has found its database. */
    public synchronized void start() {
        stop();
        QuerentAxonConfiguration next = QuerentAxonConfiguration.of(journal, log, definitions, subscribers, settings);
        running = next;
        next.start();
    }

    /** Lets running batches end. Called by the engine, after it has drained. */
    public synchronized void stop() {
        QuerentAxonConfiguration last = running;
        running = null;
        if (last != null) {
            last.close();
        }
    }
}
