package io.querent.receiver;

import java.util.concurrent.atomic.LongAdder;

/** What a guard has counted since it was made, in this process. Each only grows. Thread-safe. */
public final class GuardCounters {
    private final LongAdder applied = new LongAdder();
    private final LongAdder replays = new LongAdder();
    private final LongAdder gone = new LongAdder();
    private final LongAdder inProgress = new LongAdder();
    private final LongAdder inReview = new LongAdder();
    private final LongAdder conflicts = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder commitsInDoubt = new LongAdder();
    private final LongAdder lostLeases = new LongAdder();
    private final LongAdder takeovers = new LongAdder();
    private final LongAdder illegalTransitions = new LongAdder();

    /**
     * The counts at a moment.
     *
     * @param applied operations done or refused for the first time
     * @param replays repeats that were given the first answer
     * @param gone repeats whose answer is kept no longer
     * @param inProgress repeats that were told to come again
     * @param inReview repeats of what a person has to find out about
     * @param conflicts repeats with other parameters
     * @param stale writes refused for an old token, at a fence or by whoever had lost a lease
     * @param retries transactions that ran again after a deadlock or a serialization failure
     * @param commitsInDoubt commits whose answer was lost
     * @param lostLeases leases that ended under whoever held them
     * @param takeovers operations taken over from whoever had lost them
     * @param illegalTransitions changes of status that were refused because the life cycle knows none such
     */
    public record Counts(
            long applied,
            long replays,
            long gone,
            long inProgress,
            long inReview,
            long conflicts,
            long stale,
            long retries,
            long commitsInDoubt,
            long lostLeases,
            long takeovers,
            long illegalTransitions) {}

    /** The counts now. */
    public Counts counts() {
        return new Counts(
                applied.sum(),
                replays.sum(),
                gone.sum(),
                inProgress.sum(),
                inReview.sum(),
                conflicts.sum(),
                stale.sum(),
                retries.sum(),
                commitsInDoubt.sum(),
                lostLeases.sum(),
                takeovers.sum(),
                illegalTransitions.sum());
    }

    /** Counts what came of an operation, and hands it on. */
    public Execution counted(Execution execution) {
        of(execution).increment();
        return execution;
    }

    private LongAdder of(Execution execution) {
        if (execution instanceof Execution.Applied) {
            return applied;
        } else if (execution instanceof Execution.Replayed) {
            return replays;
        } else if (execution instanceof Execution.Gone) {
            return gone;
        } else if (execution instanceof Execution.InProgress) {
            return inProgress;
        } else if (execution instanceof Execution.InReview) {
            return inReview;
        } else if (execution instanceof Execution.Conflict) {
            return conflicts;
        }
        return stale;
    }

    /** A transaction runs again. */
    public void retried() {
        retries.increment();
    }

    /** The answer to a commit was lost. */
    public void commitInDoubt() {
        commitsInDoubt.increment();
    }

    /** Somebody's lease has ended under them. */
    public void leaseLost() {
        lostLeases.increment();
    }

    /** Somebody wrote without the newest token. */
    public void staleWrite() {
        stale.increment();
    }

    /** Somebody took over. */
    public void takenOver() {
        takeovers.increment();
    }

    /** A change of status was refused. */
    public void illegalTransition() {
        illegalTransitions.increment();
    }
}
