package io.querent.postgres;

import io.querent.runtime.codec.PayloadProtection;
import java.time.Duration;

/**
 * How a {@link PostgresJournal} gathers and writes appends.
 *
 * @param writers how many write at a time, each on a connection of its own: threads of the journal, or callers in their place; 1 to 16
 * @param batchLimit most appends in one transaction; 1 to 1,000
 * @param queueLimit most appends that wait for a writer; further callers of append wait in turn
 * @param firstPause how long a writer waits before it tries again when the database is not available
 * @param longestPause upper limit of that wait, which doubles from try to try
 * @param answerLimit how long to wait for the server's answer before the connection is taken for dead
 * @param closeLimit how long closing waits for what is queued
 * @param protection protects payloads where they are stored
 */
public record JournalSettings(
        int writers,
        int batchLimit,
        int queueLimit,
        Duration firstPause,
        Duration longestPause,
        Duration answerLimit,
        Duration closeLimit,
        PayloadProtection protection) {
    /** Settings for most. */
    public static final JournalSettings DEFAULT = new JournalSettings(
            2,
            256,
            10_000,
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            PayloadProtection.NONE);

    /** @throws IllegalArgumentException when a value is out of range */
    public JournalSettings {
        require(writers >= 1 && writers <= 16, "writers", writers, "1 to 16");
        require(batchLimit >= 1 && batchLimit <= 1_000, "batchLimit", batchLimit, "1 to 1000");
        require(queueLimit >= batchLimit, "queueLimit", queueLimit, "at least batchLimit");
        require(isPositive(firstPause), "firstPause", firstPause, "longer than 0");
        require(longestPause.compareTo(firstPause) >= 0, "longestPause", longestPause, "at least firstPause");
        require(isPositive(answerLimit), "answerLimit", answerLimit, "longer than 0");
        require(isPositive(closeLimit), "closeLimit", closeLimit, "longer than 0");
    }

    /** The same with other writers. */
    public JournalSettings withWriters(int count) {
        return new JournalSettings(
                count, batchLimit, queueLimit, firstPause, longestPause, answerLimit, closeLimit, protection);
    }

    /** The same with other limits. */
    public JournalSettings withLimits(int batch, int queue) {
        return new JournalSettings(
                writers, batch, queue, firstPause, longestPause, answerLimit, closeLimit, protection);
    }

    /** The same with other pauses. */
    public JournalSettings withPauses(Duration first, Duration longest) {
        return new JournalSettings(
                writers, batchLimit, queueLimit, first, longest, answerLimit, closeLimit, protection);
    }

    /** The same with another limit for answers. */
    public JournalSettings withAnswerLimit(Duration limit) {
        return new JournalSettings(
                writers, batchLimit, queueLimit, firstPause, longestPause, limit, closeLimit, protection);
    }

    /** The same with another limit for closing. */
    public JournalSettings withCloseLimit(Duration limit) {
        return new JournalSettings(
                writers, batchLimit, queueLimit, firstPause, longestPause, answerLimit, limit, protection);
    }

    /** The same with payloads protected, or no more. */
    public JournalSettings with(PayloadProtection other) {
        return new JournalSettings(
                writers, batchLimit, queueLimit, firstPause, longestPause, answerLimit, closeLimit, other);
    }

    private static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    private static void require(boolean right, String name, Object found, String expected) {
        if (!right) {
            throw new IllegalArgumentException("journal setting " + name + " must be " + expected + ", it is " + found);
        }
    }
}
