package io.querent.runtime.journal;

import java.time.Instant;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * What is left in the database of the history of a month's sagas.
 *
 * @param month the month in which their histories lay last
 * @param disposal what became of it
 * @param archive name of the archive file; null when there is none
 * @param sha256 of the archive file, hexadecimal; null when there is none
 * @param retiredAt when it left the log
 */
public record ArchivedHistory(
        YearMonth month,
        Disposal disposal,
        @Nullable String archive,
        @Nullable String sha256,
        Instant retiredAt) {
    /** Where the history is now, for people. */
    public String whereabouts() {
        return switch (disposal) {
            case ARCHIVE -> "in the archive file " + archive + " with SHA-256 " + sha256;
            case DETACH ->
                "in the table querent_archive.event_" + month.toString().replace('-', '_');
            case DROP -> "nowhere: it was dropped without an archive, as the policy said";
        };
    }
}
