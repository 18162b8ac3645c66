package io.querent.runtime.work;

import io.querent.runtime.journal.Outbox;
import java.time.Duration;
import java.time.Instant;

/**
 * What waits in the whole cluster, as a node last saw it.
 *
 * @param sagasWithoutWakeUp sagas that nothing would ever wake up (R15); anything but 0 is a defect
 * @param sagasNobodyRuns sagas that are long due and whose definition no node has; counted up to 10,000
 * @param lettersWaiting callbacks and decisions that nobody has taken in yet
 * @param reviewsOpen cases that wait for a person
 * @param oldestReview how long the oldest of them has waited; zero when there is none
 * @param outbox messages that are to be published
 * @param seenAt when it was seen
 */
public record Liveness(
        long sagasWithoutWakeUp,
        long sagasNobodyRuns,
        long lettersWaiting,
        long reviewsOpen,
        Duration oldestReview,
        Outbox.Figures outbox,
        Instant seenAt) {}
