package io.querent.runtime.admin;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.journal.Letter;
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
    /** Most letters of a job in a second. */
    int FASTEST = 1_000;

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
     * Has it carried out, paused or ended. The same request again gives the same result.
     *
     * @param from what it must be now
     * @return false when it is not
     * @throws io.querent.saga.QuerentException when a job never goes from one to the other, it needs a second person and has none, or the
     *     request id was used for something else
     */
    boolean change(String id, JobState from, JobState to, String operator, String reason, String requestId);

    /**
     * Approves a job of somebody else's, before it runs. Again by the same person changes nothing.
     *
     * @return false when there is none, it does not wait to be carried out, or another person has approved it
     * @throws io.querent.saga.QuerentException when {@code approver} made the job, or the request id was used for something else
     */
    boolean approve(String id, String approver, String requestId);

    /**
     * Takes the lease of a job that has something to do, the one that was not looked at for longest; notes what became of its letters;
     * and gives the next items that are to be sent: none while it is paused or cancelled, or when all were. A job of which nothing is
     * left is done thereby. By the database's clock.
     *
     * @param limit at most so many items
     * @return empty when no job has anything to do that another node does not do
     */
    Optional<Portion> take(String node, Duration lease, int limit);

    /**
     * Says that planned items were sent, or why not. Those that are not planned any more are left as they are.
     *
     * @return false when the lease is another's by now
     */
    boolean record(String id, String node, long token, List<Item> items);

    /**
     * A new job.
     *
     * @param id the request's own id: the same again is the same job
     * @param decision what is decided of each saga; null to wake each up
     * @param operator who wants it
     * @param reason why
     * @param ratePerSecond letters a second, 1 to {@value BulkJobs#FASTEST}
     */
    record NewJob(
            String id,
            SagaSearch.Filter filter,
            @Nullable OperatorDecision decision,
            String operator,
            String reason,
            int ratePerSecond) {
        /** @throws io.querent.saga.QuerentException QRT-6024 or QRT-3214 when a part is missing, too long or out of range */
        public NewJob {
            BulkLetters.check(id, decision, operator, reason, ratePerSecond);
        }
    }

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

    /**
     * A job, and how many of its items are in which state.
     *
     * @param rule the rule that demands a second person, in words; null when none does
     * @param approvedBy the second person; null before
     */
    record Job(
            NewJob made,
            JobState state,
            Instant cutOff,
            @Nullable String rule,
            @Nullable String approvedBy,
            int items,
            int planned,
            int sent,
            int applied,
            int nothingNew,
            int refused,
            int parked,
            @Nullable Instant endedAt) {}

    /**
     * A saga of a job.
     *
     * @param number from 1, the oldest saga's
     * @param revision the saga's when it was frozen
     * @param detail why it was refused, for people; empty where there is nothing to say
     */
    record Item(int number, SagaKey saga, long revision, ItemState state, String detail) {
        /** The letter that has this item carried out. It is the same whoever sends it, and however often. */
        public Letter letterOf(Job job) {
            return BulkLetters.of(job, this);
        }

        /** This item in another state. */
        public Item as(ItemState other, String why) {
            return new Item(number, saga, revision, other, why);
        }
    }

    /** Items that a node works on. */
    record Portion(Job job, long token, List<Item> items) {
        public Portion {
            items = List.copyOf(items);
        }
    }
}
