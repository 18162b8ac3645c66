package io.querent.runtime.retention;

import io.querent.runtime.journal.Disposal;
import io.querent.saga.QuerentException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long what is kept. Immutable; checks itself.
 *
 * <p>Unfinished sagas, sagas in review or under legal hold, and those whose parent is unfinished keep their history whatever this says.
 * The audit is never touched.
 *
 * @param keepHistory how long events stay, from the end of the month in which their saga was started and from the saga's latest event
 * @param keepKeys how long the rows of ended sagas stay, which is how long a business key cannot be used again; null for ever
 * @param disposal what becomes of history whose time is over
 * @param keepPastWork how long ended bulk jobs, settled requests for a second person and idempotency keys of starts stay
 * @param keepAttributes whether sagas can be searched by attributes when their history has gone
 * @param batch most sagas or rows in one transaction
 * @param monthsPerRun most months that one run retires
 */
public record RetentionPolicy(
        Duration keepHistory,
        @Nullable Duration keepKeys,
        Disposal disposal,
        Duration keepPastWork,
        boolean keepAttributes,
        int batch,
        int monthsPerRun) {
    private static final Duration SHORTEST = Duration.ofDays(31);
    private static final Duration LONGEST = Duration.ofDays(36_525);

    /** History goes by whole months, so a key's saga may have its history for this much longer than the policy says. */
    private static final Duration MONTH_AND_RUN = Duration.ofDays(62);

    private static final int MOST_BATCH = 10_000;
    private static final int MOST_MONTHS = 1_200;

    /** History for 400 days, keys for ever, archived before it is dropped. */
    public static final RetentionPolicy DEFAULT =
            new RetentionPolicy(Duration.ofDays(400), null, Disposal.ARCHIVE, Duration.ofDays(400), false, 200, 1);

    /** @throws QuerentException QRT-3400 when a value makes no sense; the message names it */
    public RetentionPolicy {
        require("keep-history", keepHistory, SHORTEST, LONGEST);
        require("keep-past-work", keepPastWork, SHORTEST, LONGEST);
        if (keepKeys != null) {
            require("keep-keys", keepKeys, keepHistory.plus(MONTH_AND_RUN), LONGEST);
        }
        require("batch", batch, MOST_BATCH);
        require("months-per-run", monthsPerRun, MOST_MONTHS);
    }

    /** The same, with history kept for {@code time}. */
    public RetentionPolicy keepingHistory(Duration time) {
        return new RetentionPolicy(time, keepKeys, disposal, keepPastWork, keepAttributes, batch, monthsPerRun);
    }

    /** The same, with keys kept for {@code time}; for ever when null. */
    public RetentionPolicy keepingKeys(@Nullable Duration time) {
        return new RetentionPolicy(keepHistory, time, disposal, keepPastWork, keepAttributes, batch, monthsPerRun);
    }

    /** The same, with another end of history. */
    public RetentionPolicy by(Disposal other) {
        return new RetentionPolicy(keepHistory, keepKeys, other, keepPastWork, keepAttributes, batch, monthsPerRun);
    }

    /** The same, in transactions of at most {@code sagas}. */
    public RetentionPolicy inBatchesOf(int sagas) {
        return new RetentionPolicy(keepHistory, keepKeys, disposal, keepPastWork, keepAttributes, sagas, monthsPerRun);
    }

    /** The same, with at most {@code months} in a run. */
    public RetentionPolicy monthsPerRun(int months) {
        return new RetentionPolicy(keepHistory, keepKeys, disposal, keepPastWork, keepAttributes, batch, months);
    }

    private static void require(String name, Duration found, Duration least, Duration most) {
        if (found.compareTo(least) < 0 || found.compareTo(most) > 0) {
            throw refused(name, least.toDays() + " to " + most.toDays() + " days", found);
        }
    }

    private static void require(String name, int found, int most) {
        if (found < 1 || found > most) {
            throw refused(name, "1 to " + most, found);
        }
    }

    private static QuerentException refused(String name, String expected, Object found) {
        return new QuerentException(
                "QRT-3400",
                "the retention policy makes no sense; key=" + name + ", expected=" + expected + ", found=" + found
                        + "; keep history at least as long as people, callers and providers come back to it, and keys longer");
    }
}
