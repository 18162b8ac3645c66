package io.querent.runtime.admin;

import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that people did and wanted, refusals included, in the order in which it was written. Only ever added to; each entry's hash covers
 * the entry before it, so that a change or a gap shows. Thread-safe.
 */
public interface AuditLog {
    /** Most entries of a page. */
    int LONGEST_PAGE = 1_000;

    /**
     * Writes what a person did that is not a decision about a saga; decisions are written where they are carried out.
     *
     * @return false when there is one of this request id already
     */
    boolean write(Deed deed);

    /**
     * Entries that fit, newest first.
     *
     * @param before only entries with a lower number; null for the newest
     * @param limit at most so many, up to {@value #LONGEST_PAGE}
     */
    List<Entry> find(Filter filter, @Nullable Long before, int limit);

    /** Reads all entries and holds their hashes against each other. Takes time in proportion to their number. */
    Verification verify();

    /**
     * Something that a person did.
     *
     * @param action a short name that never changes: {@code signed-in}, {@code account-created}, {@code bulk-started}, …
     * @param saga which saga it was about; null when none
     * @param outcome {@code APPLIED}, {@code REFUSED}, …
     * @param reason why, in the person's words; may be empty
     * @param detail the particulars, for people
     * @param content the particulars, as JSON text
     */
    record Deed(
            String requestId,
            String operator,
            String action,
            @Nullable SagaKey saga,
            String outcome,
            String reason,
            String detail,
            String content) {}

    /**
     * An entry.
     *
     * @param number from 1, without gaps
     * @param previousHash hash of the entry before, hexadecimal; of the first one, 64 zeros
     * @param hash SHA-256 over the entry and {@code previousHash}, hexadecimal
     */
    record Entry(long number, Instant at, Deed deed, String previousHash, String hash) {}

    /** Which entries to show; null where anything will do. */
    record Filter(
            @Nullable String operator,
            @Nullable String action,
            @Nullable SagaKey saga,
            @Nullable String outcome,
            @Nullable Instant from,
            @Nullable Instant before) {
        /** All. */
        public static Filter all() {
            return new Filter(null, null, null, null, null, null);
        }
    }

    /**
     * What a check found.
     *
     * @param entries how many entries there are
     * @param firstBroken number of the first entry that does not fit; null when all do
     * @param finding what is wrong with it; empty when nothing is
     * @param head hash of the last entry: kept elsewhere, it proves later that nothing up to here has changed
     */
    record Verification(long entries, @Nullable Long firstBroken, String finding, String head) {
        /** Whether all entries fit. */
        public boolean intact() {
            return firstBroken == null;
        }
    }
}
