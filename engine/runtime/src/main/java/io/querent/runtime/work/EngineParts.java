package io.querent.runtime.work;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.NoChildSagas;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.ChildSagas;
import java.util.function.DoubleSupplier;

/** What all sagas of an engine share. Immutable. */
public record EngineParts(
        EngineSettings settings,
        SagaJournal journal,
        LocalTransactions transactions,
        OutsideCommands outside,
        SlotLedger slots,
        PayloadCodec payloads,
        Workers workers,
        Gates gates,
        Calls calls,
        EngineClock clock,
        DoubleSupplier draws,
        EngineCounters counters,
        ChildSagas children) {
    /** Parts of an engine that is still to be opened: sagas cannot run others before. */
    public EngineParts(
            EngineSettings settings,
            SagaJournal journal,
            LocalTransactions transactions,
            OutsideCommands outside,
            SlotLedger slots,
            PayloadCodec payloads,
            Workers workers,
            Gates gates,
            Calls calls,
            EngineClock clock,
            DoubleSupplier draws,
            EngineCounters counters) {
        this(
                settings,
                journal,
                transactions,
                outside,
                slots,
                payloads,
                workers,
                gates,
                calls,
                clock,
                draws,
                counters,
                new NoChildSagas());
    }

    EngineParts with(ChildSagas own) {
        return new EngineParts(
                settings,
                journal,
                transactions,
                outside,
                slots,
                payloads,
                workers,
                gates,
                calls,
                clock,
                draws,
                counters,
                own);
    }
}
