package io.querent.receiver;

import java.time.Duration;

/**
 * How operations stand that are not at their end, in the whole database.
 *
 * @param inProgress held under a lease that lasts
 * @param expiredLeases held by nobody any more, and not looked at since
 * @param retryable that failed without effect and may be tried again
 * @param unknown of which nobody knows
 * @param oldestUnknown how long nobody has known of the oldest; zero when there is none
 */
public record GuardFigures(long inProgress, long expiredLeases, long retryable, long unknown, Duration oldestUnknown) {}
