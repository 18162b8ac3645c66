package io.querent.runtime.admin;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the overview shows, of the whole cluster. Counts stop at a bound, so that looking costs the same whatever there is. Thread-safe. */
public interface Figures {
    /** Counts go no further than this; a count that has reached it means "this many or more". */
    int BOUND = 10_000;

    /** Most operations that {@link #stuck} gives. */
    int LONGEST_BOARD = 200;

    /** The figures as they are now. */
    Overview overview();

    /**
     * Operations that have stood where they stand for longest and are not final, longest first.
     *
     * @param limit at most so many, up to {@value #LONGEST_BOARD}
     */
    List<Stuck> stuck(int limit);

    /**
     * The figures.
     *
     * @param sagas sagas by status; those that have ended are left out
     * @param unknown operations whose outcome is unknown or pending
     * @param compensations compensations that are not final
     * @param reviewsOpen cases that wait for a person
     * @param oldestReview since when the oldest of them waits; null when there is none
     * @param lettersWaiting letters that nobody has taken in yet
     * @param at when, by the database's clock
     */
    record Overview(
            Map<SagaStatus, Long> sagas,
            Backlog unknown,
            Backlog compensations,
            long reviewsOpen,
            @Nullable Instant oldestReview,
            long lettersWaiting,
            Instant at) {
        public Overview {
            sagas = Map.copyOf(sagas);
        }
    }

    /**
     * Operations of a kind that wait.
     *
     * @param oldest since when the oldest waits; null when there is none
     * @param amounts sums of those that state an amount, one a currency
     * @param withoutAmount how many state none
     */
    record Backlog(long count, @Nullable Instant oldest, List<Amount> amounts, long withoutAmount) {
        public Backlog {
            amounts = List.copyOf(amounts);
        }
    }

    /** An operation that has not moved for long. */
    record Stuck(
            SagaKey saga,
            String operation,
            OperationKey key,
            OperationStatus status,
            int attempts,
            Instant since,
            @Nullable Amount amount,
            @Nullable String lastError) {}
}
