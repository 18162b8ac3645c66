package io.querent.contract;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
import java.time.Duration;

/** An implementation of the storage ports, empty at first. */
public interface Storage {
    /** Sagas, letters, reviews and audit. */
    SagaJournal journal();

    /** Slots of downstreams. */
    SlotLedger slots();

    /** The order of all events. */
    EventLog log();

    /** Local transactions, on the same storage. */
    LocalTransactions transactions();

    /** Makes everything that is stored older by {@code time}, as if the storage's clock had moved on. */
    void elapse(Duration time);
}
