package io.querent.spring;

import static io.querent.spring.PropertyRange.requireWithin;

import io.querent.runtime.journal.Disposal;
import io.querent.runtime.retention.RetentionPolicy;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long history is kept.
 *
 * @param enabled whether this node retires old history; several may, one at a time does
 * @param keepHistory how long events stay, from the end of the month in which their saga was started and from its latest event
 * @param keepKeys how long the rows of ended sagas stay, and with them the certainty that a business key is used once; for ever when not set
 * @param disposal what becomes of history whose time is over
 * @param archiveDirectory where archive files are written to; every node that retires history has to see the same directory
 * @param keepPastWork how long ended bulk jobs, settled requests for a second person and idempotency keys of starts stay
 * @param keepAttributes whether sagas are found by their attributes when their history has left
 * @param batch most sagas or rows in one transaction
 * @param monthsPerRun most months that one run retires
 * @param every how long to wait between runs
 */
public record RetentionProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("400d") Duration keepHistory,
        @Nullable Duration keepKeys,
        @DefaultValue("archive") Disposal disposal,
        @DefaultValue("./querent.archive") Path archiveDirectory,
        @DefaultValue("400d") Duration keepPastWork,
        @DefaultValue("false") boolean keepAttributes,
        @DefaultValue("200") int batch,
        @DefaultValue("1") int monthsPerRun,
        @DefaultValue("1h") Duration every) {
    private static final Duration MONTH = Duration.ofDays(31);
    private static final Duration CENTURY = Duration.ofDays(36_525);
    private static final Duration KEYS_LONGER = Duration.ofDays(62);

    /** @throws StartUpException QRT-5100 when a value is out of range */
    public RetentionProperties {
        requireWithin("querent.retention.keep-history", keepHistory, MONTH, CENTURY);
        requireWithin("querent.retention.keep-past-work", keepPastWork, MONTH, CENTURY);
        if (keepKeys != null) {
            requireWithin("querent.retention.keep-keys", keepKeys, keepHistory.plus(KEYS_LONGER), CENTURY);
        }
        requireWithin("querent.retention.batch", batch, 1, 10_000);
        requireWithin("querent.retention.months-per-run", monthsPerRun, 1, 1_200);
        requireWithin("querent.retention.every", every, Duration.ofSeconds(1), Duration.ofDays(30));
    }

    /** The policy as the engine takes it. */
    public RetentionPolicy policy() {
        return new RetentionPolicy(keepHistory, keepKeys, disposal, keepPastWork, keepAttributes, batch, monthsPerRun);
    }
}
