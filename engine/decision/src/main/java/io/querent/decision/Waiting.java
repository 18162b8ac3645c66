package io.querent.decision;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operation waits for.
 *
 * @param dueAt when to act next; null where nothing is due
 * @param queries questions asked since the outcome became unknown or pending
 * @param askingSince when that was
 * @param absentFrom from when on "not found" proves absence
 * @param reference the downstream's own name for a pending operation
 * @param unresolved whether an earlier attempt may have taken effect and nothing has settled it
 */
public record Waiting(
        @Nullable Instant dueAt,
        int queries,
        @Nullable Instant askingSince,
        @Nullable Instant absentFrom,
        @Nullable String reference,
        boolean unresolved) {
    static final Waiting NOTHING = new Waiting(null, 0, null, null, null, false);

    Waiting until(Instant when) {
        return new Waiting(when, queries, askingSince, absentFrom, reference, unresolved);
    }

    Waiting forAnswer() {
        return new Waiting(null, 0, null, absentFrom, reference, unresolved);
    }

    Waiting unknown(Instant queryAt, Instant newAbsentFrom, Instant at) {
        return new Waiting(queryAt, 0, at, later(absentFrom, newAbsentFrom), reference, true);
    }

    Waiting pending(String newReference, Instant queryAt, int asked, Instant at) {
        Instant since = askingSince == null ? at : askingSince;
        return new Waiting(queryAt, asked, since, absentFrom, newReference, unresolved);
    }

    Waiting asked(int number, Instant next) {
        return new Waiting(next, number, askingSince, absentFrom, reference, unresolved);
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }
}
