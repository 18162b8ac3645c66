package io.querent.decision;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of an operation so far.
 *
 * @param started how many began
 * @param uncertain how many of them may have taken effect when they ended
 * @param firstStartedAt when the first began: its time budget counts from here
 * @param firstSentAt when the first that was not proved unsent began: the key's retention counts from here
 * @param deadline when the owner of the latest stops waiting
 * @param reportedDone whether late evidence says that one of them took effect
 */
public record Attempts(
        int started,
        int uncertain,
        @Nullable Instant firstStartedAt,
        @Nullable Instant firstSentAt,
        @Nullable Instant deadline,
        boolean reportedDone) {
    static final Attempts NONE = new Attempts(0, 0, null, null, null, false);

    Attempts begin(int number, Instant at, Instant until) {
        return new Attempts(
                number,
                uncertain,
                firstStartedAt == null ? at : firstStartedAt,
                firstSentAt == null ? at : firstSentAt,
                until,
                reportedDone);
    }

    /** The latest attempt was proved unsent: if none before it may have run, the key was never used. */
    Attempts unsent() {
        return uncertain > 0 ? this : new Attempts(started, uncertain, firstStartedAt, null, deadline, reportedDone);
    }

    Attempts mayHaveRun() {
        return new Attempts(started, uncertain + 1, firstStartedAt, firstSentAt, deadline, reportedDone);
    }

    /** Evidence says that one of them took effect: none of them counts as proved unsent any more. */
    Attempts saidToBeDone() {
        Instant sent = firstSentAt == null ? firstStartedAt : firstSentAt;
        return new Attempts(started, Math.max(1, uncertain), firstStartedAt, sent, deadline, true);
    }

    /**
     * An attempt that this engine does not remember may have begun at any time until {@code at}: it counts as one that may have
     * run, and not against the time budget.
     */
    static Attempts forgotten(Instant at) {
        return new Attempts(0, 1, null, at, null, false);
    }
}
