package io.querent.decision.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an operation.
 *
 * @param number from 1
 * @param node who sent it
 * @param token fencing token it carried
 * @param startedAt when its intent was committed
 * @param outcome {@code Succeeded}, {@code Rejected}, {@code NotExecuted}, {@code Pending} or {@code Unknown}; null while it is
 *     in flight
 * @param evidence code and message, reference, or what was seen; null where there is nothing to say
 * @param endedAt when the outcome was recorded; null while it is in flight
 */
public record AttemptHistory(
        int number,
        String node,
        long token,
        Instant startedAt,
        @Nullable String outcome,
        @Nullable String evidence,
        @Nullable Instant endedAt) {
    AttemptHistory ended(String how, @Nullable String what, Instant at) {
        return new AttemptHistory(number, node, token, startedAt, how, what, at);
    }
}
