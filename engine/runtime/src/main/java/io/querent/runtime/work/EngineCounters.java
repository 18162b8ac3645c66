package io.querent.runtime.work;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What happened on this node since it started, in numbers. Thread-safe. */
public final class EngineCounters {
    private final Map<Count, LongAdder> adders = new EnumMap<>(Count.class);

    /** What is counted. */
    public enum Count {
        /** Sagas that this node created. */
        SAGAS_STARTED,
        /** Starts that found their saga there already. */
        DUPLICATE_STARTS,
        /** Starts refused because the same key came with other parameters. */
        CONFLICTING_STARTS,
        /** Sagas that this node took from the database. */
        SAGAS_CLAIMED,
        /** Appends refused because this node no longer owned the saga. */
        STALE_APPENDS,
        /** Turns decided again because a command from outside came in between. */
        TURNS_REPEATED,
        /** Operations whose first attempt was begun; attempts sent divided by these is the amplification. */
        OPERATIONS_BEGUN,
        /** Attempts sent to downstreams. */
        ATTEMPTS_SENT,
        /** Attempts whose outcome was unknown. */
        OUTCOMES_UNKNOWN,
        /** Questions asked. */
        QUESTIONS_ASKED,
        /** Late answers kept as evidence. */
        EVIDENCE_KEPT,
        /** Callbacks and decisions that were sent to this node, repeated ones included. */
        LETTERS_RECEIVED,
        /** Those of them that had been settled before. */
        LETTERS_REPEATED,
        /** Callbacks and decisions that were applied or told nothing new. */
        LETTERS_TAKEN_IN,
        /** Callbacks and decisions that were refused. */
        LETTERS_REFUSED,
        /** Callbacks and decisions that nobody could take in in time. */
        LETTERS_PARKED,
        /** Leases lost while this node believed to hold them. */
        LEASES_LOST
    }

    /** Counters at zero. */
    public EngineCounters() {
        for (Count count : Count.values()) {
            adders.put(count, new LongAdder());
        }
    }

    void add(Count count) {
        adder(count).increment();
    }

    void add(Count count, long number) {
        adder(count).add(number);
    }

    /** How often it happened. */
    public long of(Count count) {
        return adder(count).sum();
    }

    private LongAdder adder(Count count) {
        LongAdder adder = adders.get(count);
        if (adder == null) {
            throw new IllegalStateException("no counter for " + count);
        }
        return adder;
    }
}
