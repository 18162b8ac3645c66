package io.querent.decision;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operation waits for.
 *
 * @param dueAt when to act next; null where nothing is due
 * @param queries questions asked since the outcome became unknown or pending; for a wait of the engine's own, escalations so far
 * @param refusals questions refused before they were asked, in a row: they use time and no question
 * @param askingSince when that was; when the wait began
 * @param absentFrom from when on "not found" proves absence; when the wait ends
 * @param reference the downstream's own name for a pending operation
 * @param unresolved whether an earlier attempt may have taken effect and nothing has settled it
 * @param resend whether a person has decided to send again instead of asking
 */
public record Waiting(
        @Nullable Instant dueAt,
        int queries,
        int refusals,
        @Nullable Instant askingSince,
        @Nullable Instant absentFrom,
        @Nullable String reference,
        boolean unresolved,
        boolean resend) {
    static final Waiting NOTHING = new Waiting(null, 0, 0, null, null, null, false, false);

    /** A wait of the engine's own: nothing is asked, and {@code end} is when nothing more can come. */
    Waiting awaiting(int level, Instant due, Instant began, Instant end) {
        return new Waiting(due, level, 0, began, end, reference, unresolved, resend);
    }

    Waiting until(Instant when) {
        return new Waiting(when, queries, refusals, askingSince, absentFrom, reference, unresolved, resend);
    }

    Waiting forAnswer() {
        return new Waiting(null, 0, 0, null, absentFrom, reference, unresolved, false);
    }

    Waiting unknown(Instant queryAt, Instant newAbsentFrom, Instant at) {
        return new Waiting(queryAt, 0, 0, at, later(absentFrom, newAbsentFrom), reference, true, false);
    }

    Waiting pending(String newReference, Instant queryAt, int asked, Instant at) {
        Instant since = askingSince == null ? at : askingSince;
        return new Waiting(queryAt, asked, 0, since, absentFrom, newReference, unresolved, false);
    }

    Waiting asked(int number, Instant next) {
        return new Waiting(next, number, 0, askingSince, absentFrom, reference, unresolved, resend);
    }

    /** A question was due and refused before it was asked. */
    Waiting notAsked(Instant next) {
        return new Waiting(next, queries, refusals + 1, askingSince, absentFrom, reference, unresolved, resend);
    }

    /** Asking begins anew, with nothing counted against its budget. */
    Waiting asking(Instant queryAt, Instant at) {
        return new Waiting(queryAt, 0, 0, at, absentFrom, reference, unresolved, false);
    }

    /** Sending again is due, by a person's decision. */
    Waiting sendingAgain(Instant when) {
        return new Waiting(when, 0, 0, null, absentFrom, reference, true, true);
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }
}
