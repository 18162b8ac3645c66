package io.querent.spring.engine;

import io.querent.outbox.RelayCounters;
import io.querent.runtime.retention.RetentionRunner;
import io.querent.runtime.work.QuerentEngine;
import java.util.Optional;

/** Where an application's engine stands. */
sealed interface EngineState {
    /** Not started yet, or stopped. */
    record Stopped() implements EngineState {}

    /**
     * Cannot reach the database; goes on trying.
     *
     * @param tries tries made so far
     * @param reason what the last one found
     */
    record Connecting(int tries, String reason) implements EngineState {}

    /**
     * The database is there, and sagas must not or cannot be run on it; goes on trying, as that may be changed.
     *
     * @param reason what was found and what to do about it
     */
    record Refused(String reason) implements EngineState {}

    /**
     * Works.
     *
     * @param relay what this node did to send messages; empty when it sends none
     * @param retention what retires old history here; empty where that is off
     */
    record Working(QuerentEngine engine, Optional<RelayCounters> relay, Optional<RetentionRunner> retention)
            implements EngineState {}
}
