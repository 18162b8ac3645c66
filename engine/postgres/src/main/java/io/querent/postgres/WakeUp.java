package io.querent.postgres;

import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an append makes of owner and wake-up time, in the terms of the statements that write them.
 *
 * @param keep whether a saga that has an owner keeps it, together with its lease
 * @param keepOnlyOwned whether a saga without an owner gets a new due time, not only one with
 * @param node owner of a new saga; null for nobody
 * @param seconds time from now to the wake-up; {@link #NEVER} when nothing is due
 */
record WakeUp(boolean keep, boolean keepOnlyOwned, @Nullable String node, double seconds) {
    static final double NEVER = -1;

    /** @throws IllegalArgumentException when the guard does not allow this possession */
    static WakeUp of(EncodedAppend encoded) {
        Possession possession = encoded.possession();
        Guard guard = encoded.append().guard();
        if (possession instanceof Possession.Take take && guard instanceof Guard.New) {
            return new WakeUp(false, false, take.node(), seconds(take.lease()));
        } else if (possession instanceof Possession.Keep && !(guard instanceof Guard.New)) {
            return new WakeUp(true, false, null, NEVER);
        } else if (possession instanceof Possession.DueUnlessOwned due && guard instanceof Guard.Version) {
            return new WakeUp(true, true, null, seconds(due.delay()));
        } else if (possession instanceof Possession.DueIn due) {
            return new WakeUp(false, false, null, seconds(due.delay()));
        } else if (possession instanceof Possession.Rest) {
            return new WakeUp(false, false, null, NEVER);
        }
        throw new IllegalArgumentException("possession " + possession + " does not go with guard " + guard + " of saga "
                + encoded.append().key());
    }

    static double seconds(Duration duration) {
        return duration.isNegative() ? 0 : duration.getSeconds() + duration.getNano() / 1e9;
    }
}
