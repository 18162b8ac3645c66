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
 * @param renewal when a person last granted a new budget, and what was spent by then
 */
public record Attempts(
        int started,
        int uncertain,
        @Nullable Instant firstStartedAt,
        @Nullable Instant firstSentAt,
        @Nullable Instant deadline,
        boolean reportedDone,
        Renewal renewal) {
    static final Attempts NONE = new Attempts(0, 0, null, null, null, false, Renewal.NONE);

    /**
     * A new budget of attempts. The key's retention is not renewed by it.
     *
     * @param started attempts that do not count any more
     * @param uncertain how many of them may have taken effect
     * @param refused whether the downstream had refused one of them: it may say so again, and mean that one
     * @param at when; null when there was no renewal
     */
    public record Renewal(
            int started,
            int uncertain,
            boolean refused,
            @Nullable Instant at) {
        static final Renewal NONE = new Renewal(0, 0, false, null);
    }

    Attempts begin(int number, Instant at, Instant until) {
        return new Attempts(
                number,
                uncertain,
                firstStartedAt == null ? at : firstStartedAt,
                firstSentAt == null ? at : firstSentAt,
                until,
                reportedDone,
                renewal);
    }

    /** The latest attempt was proved unsent: if none before it may have run, the key was never used. */
    Attempts unsent() {
        return uncertain > 0
                ? this
                : new Attempts(started, uncertain, firstStartedAt, null, deadline, reportedDone, renewal);
    }

    Attempts mayHaveRun() {
        return new Attempts(started, uncertain + 1, firstStartedAt, firstSentAt, deadline, reportedDone, renewal);
    }

    /** The downstream knows of one of them: it does not count as proved unsent, or without effect, any more. */
    Attempts mayHaveRunAfterAll() {
        Instant sent = firstSentAt == null ? firstStartedAt : firstSentAt;
        return new Attempts(started, Math.max(1, uncertain), firstStartedAt, sent, deadline, reportedDone, renewal);
    }

    /** Evidence says that one of them took effect. */
    Attempts saidToBeDone() {
        Attempts suspected = mayHaveRunAfterAll();
        return new Attempts(
                started, suspected.uncertain, firstStartedAt, suspected.firstSentAt, deadline, true, renewal);
    }

    /** A person has weighed what evidence said. */
    Attempts weighed() {
        return new Attempts(started, uncertain, firstStartedAt, firstSentAt, deadline, false, renewal);
    }

    Attempts renew(boolean refused, Instant at) {
        return new Attempts(
                started,
                uncertain,
                firstStartedAt,
                firstSentAt,
                deadline,
                reportedDone,
                new Renewal(started, uncertain, refused || renewal.refused(), at));
    }

    /**
     * Whether they may have run before this engine's memory was lost, and none was made since: nobody knows how old the key is.
     */
    boolean areForgotten() {
        return started == 0 && uncertain > 0;
    }

    /** How many of the attempts that count against the budget may have taken effect. */
    int uncertainOfBudget() {
        return uncertain - renewal.uncertain();
    }

    /** How many attempts count against the budget. */
    int startedOfBudget() {
        return started - renewal.started();
    }

    /** From when on the time budget counts; null before the first attempt. */
    @Nullable
    Instant budgetFrom() {
        return renewal.at() == null ? firstStartedAt : renewal.at();
    }

    /**
     * An attempt that this engine does not remember may have begun at any time until {@code at}: it counts as one that may have
     * run, and not against the time budget.
     */
    static Attempts forgotten(Instant at) {
        return new Attempts(0, 1, null, at, null, false, Renewal.NONE);
    }
}
