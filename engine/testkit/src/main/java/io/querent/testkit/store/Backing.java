package io.querent.testkit.store;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** Where the sagas of a test are kept, by a clock that can be moved ahead. Thread-safe. */
public interface Backing extends AutoCloseable {
    /** A node's own way to what is stored. */
    Access open();

    /** The clock that everything stored goes by. */
    TestClock clock();

    /** All events of all sagas. */
    EventLog log();

    /**
     * Moves the clock ahead.
     *
     * @param holders holders of slots that show signs of life, and so have renewed their leases meanwhile
     */
    void advance(Duration by, Set<UUID> holders);

    /**
     * What there is to do.
     *
     * @param held sagas that running nodes have: their leases do not end
     */
    Standing standing(Set<SagaId> held);

    @Override
    void close();

    /** The ports as one node sees them. */
    interface Access extends AutoCloseable {
        /** Sagas, letters, reviews and audit. */
        SagaJournal journal();

        /** Local transactions. */
        LocalTransactions transactions();

        /** Slots of downstreams. */
        SlotLedger slots();

        @Override
        void close();
    }
}
