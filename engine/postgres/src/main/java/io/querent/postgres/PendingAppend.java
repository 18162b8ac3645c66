package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalClosedException;
import java.util.concurrent.CompletableFuture;

/** An append that waits for its commit. Its marks belong to the one writer that holds it at a time. */
final class PendingAppend {
    private final EncodedAppend encoded;
    private final CompletableFuture<AppendResult> result = new CompletableFuture<>();
    private boolean maybeCommitted;
    private boolean alone;

    PendingAppend(EncodedAppend encoded) {
        this.encoded = encoded;
    }

    EncodedAppend encoded() {
        return encoded;
    }

    CompletableFuture<AppendResult> result() {
        return result;
    }

    /** Whether an earlier try of it may have been committed, so that a broken guard may be its own doing. */
    boolean maybeCommitted() {
        return maybeCommitted;
    }

    void markMaybeCommitted() {
        maybeCommitted = true;
    }

    /** Whether it failed by itself for an unclear reason and is written apart, so as not to hold up others. */
    boolean alone() {
        return alone;
    }

    void markAlone() {
        alone = true;
    }

    /** The journal is closed. Without effect on an append whose fate is known. */
    void giveUp() {
        result.completeExceptionally(
                new JournalClosedException(encoded.append().key().toString()));
    }
}
