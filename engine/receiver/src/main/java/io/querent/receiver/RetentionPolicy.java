package io.querent.receiver;

import java.time.Duration;
import java.util.Optional;

/**
 * How long what is kept. A key must be kept at least as long as anybody may ask again: automatic retries, redelivered messages, people
 * who run a file once more, and the time in which a provider may dispute. Immutable; checks itself.
 *
 * @param answers how long an answer can be replayed, 1 day to 10 years; it goes at the end of a day (UTC)
 * @param keys how long a key is recognised after its answer is gone, counted from its end, and longer than answers; empty for ever. Until
 *     then a repeat is told {@link Execution.Gone}; from then on it would be done again
 * @param archive whether the day's tables are left beside the others, under their names, for you to copy and drop, instead of dropped
 */
public record RetentionPolicy(Duration answers, Optional<Duration> keys, boolean archive) {
    private static final Duration LONGEST = Duration.ofDays(3653);

    /** @throws ReceiverException QRT-9006 when a time is out of its range */
    public RetentionPolicy {
        boolean holds = answers.compareTo(Duration.ofDays(1)) >= 0
                && answers.compareTo(LONGEST) <= 0
                && (keys.isEmpty() || keys.get().compareTo(answers.plusDays(1)) >= 0);
        if (!holds) {
            throw new ReceiverException(
                    "QRT-9006",
                    "a retention is out of its range; key=retention, found=" + answers + ", " + keys
                            + ", expected=1 to 3653 days for answers, and at least a day more for keys; nothing was started");
        }
    }

    /** Answers for so long, keys for ever. */
    public static RetentionPolicy answersFor(Duration answers) {
        return new RetentionPolicy(answers, Optional.empty(), false);
    }
}
