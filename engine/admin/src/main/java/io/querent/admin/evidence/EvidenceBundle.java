package io.querent.admin.evidence;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened to a saga, so that a change of any of it shows. {@link EvidenceVerifier} checks it. What it proves is that nothing was
 * changed since the head was written down elsewhere; who made it is not signed.
 *
 * @param head hash of the last entry: written down elsewhere, it proves the whole
 */
@Schema(description = "What happened to a saga, hash-chained. docs/api.md says how to check it.")
public record EvidenceBundle(
        @Schema(example = EvidenceBundle.FORMAT) String format,
        @Schema(example = "default:payment:order-123") String saga,
        List<EvidenceEntry> entries,

        @Schema(description = "Hash of the last entry: written down elsewhere, it proves the whole.")
        String head) {
    /** Name and revision of the format. */
    public static final String FORMAT = "querent-evidence/1";

    public EvidenceBundle {
        entries = List.copyOf(entries);
    }

    /** Chains entries in the order in which they are added. Used by one thread. */
    public static final class Chain {
        private final String saga;
        private final List<EvidenceEntry> entries = new ArrayList<>();

        /** A chain about the saga of that key. */
        public Chain(String saga) {
            this.saga = saga;
        }

        /**
         * Adds an entry.
         *
         * @param kind without line feeds
         * @param content JSON text
         */
        public Chain add(Instant at, String kind, String content) {
            String previous = entries.isEmpty()
                    ? EvidenceEntry.NOTHING_BEFORE
                    : entries.get(entries.size() - 1).hash();
            entries.add(EvidenceEntry.of(entries.size() + 1, at.toString(), kind, content, previous));
            return this;
        }

        /** The bundle of what was added; at least one entry. */
        public EvidenceBundle bundle() {
            return new EvidenceBundle(
                    FORMAT, saga, entries, entries.get(entries.size() - 1).hash());
        }
    }
}
