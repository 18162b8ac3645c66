package io.querent.runtime.admin;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Actions on many sagas: a selection is frozen, looked through without doing anything, and then carried out item by item at a limited
 * rate, by whatever node has the job's lease. Every item is a letter of its own, with an id that is made of the job's and the item's
 * number, so that going on after a crash sends nothing twice. Changes that people make are audited in the same transaction. Thread-safe.
 */
public interface BulkJobs {
    /** Most sagas of one job. */
    int MOST_ITEMS = 100_000;

    /**
     * Freezes a selection: the sagas that fit the filter and were started before now, each with the revision that it has now.
     *
     * @throws io.querent.saga.QuerentException when none fits, or more than {@link #MOST_ITEMS}; nothing is stored then
     */
    Job freeze(NewJob job);

    /** The job of that id. */
    Optional<Job> find(String id);

    /** Jobs, newest first. */
    List<Job> all(int limit);

    /**
     * Items of a job by number.
     *
     * @param state only those in this state; null for all
     */
    List<Item> items(String id, int afterNumber, @Nullable ItemState state, int limit);

    /**
     * Has it carried out, paused or ended.
     *
     * @param from what it must be now
     * @return false when it is not
     */
    boolean change(String id, JobState from, JobState to, String operator, String reason, String requestId);

    /** Approves a job of somebody else's. */
    boolean approve(String id, String approver, String requestId);

    /** What a node does with the job whose lease it takes: the next items that are to be sent or asked after. Empty when there is nothing. */
    Optional<Portion> take(String node, Duration lease, int limit);

    /** Says what became of items; refused (false) when the lease is another's by now. */
    boolean record(String id, String node, long token, List<Item> items);

    /**
     * A new job.
     *
     * @param id the request's own id: the same again is the same job
     * @param decision what is decided of each saga; null to wake each up
     */
    record NewJob(
            String id,
            SagaSearch.Filter filter,
            @Nullable OperatorDecision decision,
            String operator,
            String reason,
            int ratePerSecond) {}

    /** State of a job. */
    enum JobState {
        FROZEN,
        RUNNING,
        PAUSED,
        DONE,
        CANCELLED
    }

    /** State of an item. */
    enum ItemState {
        /** Nothing was sent. */
        PLANNED,
        /** Its letter is in the mailbox. */
        SENT,
        APPLIED,
        NOTHING_NEW,
        REFUSED,
        PARKED
    }

    /** A job, and how many of its items are in which state. */
    record Job(
            NewJob made,
            JobState state,
            Instant cutOff,
            @Nullable String approvedBy,
            int items,
            int planned,
            int sent,
            int applied,
            int nothingNew,
            int refused,
            int parked,
            @Nullable Instant endedAt) {}

    /** A saga of a job. */
    record Item(int number, SagaKey saga, long revision, ItemState state, String detail) {}

    /** Items that a node works on. */
    record Portion(Job job, long token, List<Item> items) {
        public Portion {
            items = List.copyOf(items);
        }
    }
}
