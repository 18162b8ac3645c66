package io.querent.runtime.work;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
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
        EngineCounters counters) {}
