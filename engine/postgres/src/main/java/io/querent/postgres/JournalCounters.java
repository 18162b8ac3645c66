package io.querent.postgres;

/**
 * What a journal has done since it was opened.
 *
 * @param appends appends that were committed
 * @param stale appends whose guard did not hold
 * @param refused appends that the database refused
 * @param commits transactions that carried appends
 * @param conflicts transactions that ran again because another was in the way
 * @param failures tries that failed because the database was not available, or for a reason that is not clear
 * @param queued appends that wait for a writer now
 */
public record JournalCounters(
        long appends, long stale, long refused, long commits, long conflicts, long failures, int queued) {}
