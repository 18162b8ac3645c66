package io.querent.runtime.action;

import io.querent.decision.SagaStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What came of a request, as far as it is known now. Never more than is proved.
 *
 * @param requestId the request's id
 * @param effect in a word
 * @param sentence the same for people
 * @param sagaStatus where the saga stands now
 * @param revision the saga's revision now
 * @param until when more will be known at the earliest; null when nothing is due
 * @param repeated whether the request had been sent before, so that nothing was done this time
 */
public record ActionResult(
        String requestId,
        Effect effect,
        String sentence,
        SagaStatus sagaStatus,
        long revision,
        @Nullable Instant until,
        boolean repeated) {

    /** What came of it, in a word. */
    public enum Effect {
        /** It took effect, and that is proved. */
        EFFECT_CONFIRMED,
        /** There is no effect and there never will be, and that is proved. */
        CONFIRMED_ABSENT,
        /** Nobody can say yet. */
        STILL_UNKNOWN,
        /** It is stored and will be carried out; {@code sentence} says when. */
        ACCEPTED,
        /** It is done, and moves no money by itself. */
        RECORDED,
        /** It changed nothing: things stood so already. */
        NOTHING_NEW,
        /** A rule forbids it; {@code sentence} says which. */
        REFUSED,
        /** The case has moved since it was looked at. */
        STALE,
        /** A second person has to approve it. */
        AWAITS_APPROVAL,
        /** Nobody could take it in in time. */
        PARKED
    }

    /** Whether it is settled: asking again gives the same. */
    public boolean isSettled() {
        return effect != Effect.ACCEPTED && effect != Effect.STILL_UNKNOWN && effect != Effect.AWAITS_APPROVAL;
    }
}
