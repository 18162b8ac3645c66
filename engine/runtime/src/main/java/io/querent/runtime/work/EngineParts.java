package io.querent.runtime.work;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.admin.Nodes;
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
import org.jspecify.annotations.Nullable;

/**
 * What all sagas of an engine share. Immutable.
 *
 * @param nodes who is told every few seconds what this node sees; null for nobody
 */
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
        ChildSagas children,
        @Nullable Nodes nodes) {
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
                new NoChildSagas(),
                null);
    }

    /** These, of an engine that tells what it sees. */
    public EngineParts reportingTo(Nodes reader) {
        return with(children, reader);
    }

    EngineParts with(ChildSagas own) {
        return with(own, nodes);
    }

    private EngineParts with(ChildSagas own, @Nullable Nodes reader) {
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
                own,
                reader);
    }
}
