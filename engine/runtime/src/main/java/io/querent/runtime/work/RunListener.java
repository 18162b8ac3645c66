package io.querent.runtime.work;

import io.querent.decision.SagaState;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaRow;

/** Is told what becomes of a saga that this node runs. Called by the thread that works on the saga: must not block. */
interface RunListener {
    /** The saga is stored; called once, for a new saga. */
    void started(SagaRun<?> run);

    /** The saga was there already: this run never began. */
    void existed(SagaRun<?> run, SagaRow row);

    /** The saga could not be stored: this run never began. */
    void notStarted(SagaRun<?> run, Throwable failure);

    /** The run is over: the saga has ended, waits for its time, or waits for a person. */
    void released(SagaRun<?> run, SagaState state, Possession possession);

    /** The run is over: somebody else owns the saga, or this node cannot go on with it. */
    void lost(SagaRun<?> run);
}
