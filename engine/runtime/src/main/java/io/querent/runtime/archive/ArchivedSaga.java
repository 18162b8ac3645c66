package io.querent.runtime.archive;

import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * All that was stored of a saga, as an evidence bundle: entries whose hashes cover one another. Payloads are as they were stored,
 * protected ones protected.
 *
 * @param saga its key
 * @param entries what it is first, then its events in order, then the rest
 * @param head hash of the last entry
 */
public record ArchivedSaga(String saga, List<Entry> entries, String head) {
    /** Name and revision of the form, the same as that of an evidence bundle of the API. */
    public static final String FORMAT = "querent-evidence/1";

    /** Kind of the first entry: what the saga is. */
    public static final String SAGA = "saga";

    /** Kind of an entry that is an event. */
    public static final String EVENT = "event";

    public ArchivedSaga {
        entries = List.copyOf(entries);
    }

    /** How many entries are events. */
    public long events() {
        return entries.stream().filter(entry -> entry.kind().equals(EVENT)).count();
    }

    /**
     * One entry.
     *
     * @param number from 1, without gaps
     * @param at when it happened, as ISO 8601 text
     * @param kind {@code saga}, {@code event}, {@code operation}, {@code attribute}, {@code letter}, {@code review}, {@code comment} or
     *     {@code audit}
     * @param content JSON, as a text: what was hashed is byte for byte what is here
     * @param previousHash hash of the entry before; of the first one, 64 zeros
     * @param hash SHA-256, hexadecimal, over the UTF-8 of number, at, kind, previousHash and content, joined by line feeds
     */
    public record Entry(int number, String at, String kind, String content, String previousHash, String hash) {
        static final String NOTHING_BEFORE = "0".repeat(64);

        public Entry {
            Objects.requireNonNull(at);
            Objects.requireNonNull(kind);
            Objects.requireNonNull(content);
            Objects.requireNonNull(previousHash);
            Objects.requireNonNull(hash);
        }

        /** The hash that the entry has to have. */
        String expectedHash() {
            return Sha256.of(String.join("\n", String.valueOf(number), at, kind, previousHash, content));
        }

        private static Entry of(int number, String at, String kind, String content, String previousHash) {
            Entry unhashed = new Entry(number, at, kind, content, previousHash, "");
            return new Entry(number, at, kind, content, previousHash, unhashed.expectedHash());
        }
    }

    /** Chains entries in the order in which they are added. Used by one thread. */
    public static final class Chain {
        private final String saga;
        private final List<Entry> entries = new ArrayList<>();
        private String last = Entry.NOTHING_BEFORE;

        /** A chain about a saga. */
        public Chain(SagaKey saga) {
            this.saga = saga.toString();
        }

        /** Adds an entry. @param content JSON text */
        public void add(Instant at, String kind, String content) {
            Entry entry = Entry.of(entries.size() + 1, at.toString(), kind, content, last);
            entries.add(entry);
            last = entry.hash();
        }

        /** What was added; at least one entry. */
        public ArchivedSaga end() {
            return new ArchivedSaga(saga, entries, last);
        }
    }
}
