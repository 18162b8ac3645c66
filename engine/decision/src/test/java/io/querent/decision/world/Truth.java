package io.querent.decision.world;

import io.querent.saga.Downstream;
import io.querent.saga.OperationDefinition;
import java.time.Duration;

/**
 * What a downstream really does, which its profile may or may not say.
 *
 * @param honoursKey whether a repeated key has no second effect
 * @param keyRetention for how long, from the first request that arrived
 * @param visibilityLag how much later than the effect its query shows it
 */
public record Truth(boolean honoursKey, Duration keyRetention, Duration visibilityLag) {
    private static final Duration FOR_EVER = Duration.ofDays(36_525);

    /** The truth as the profile states it, with an effect visible at once. */
    public static Truth asDeclared(OperationDefinition<?, ?, ?> operation) {
        boolean honours =
                operation.downstream().map(Downstream::honoursOperationKey).orElse(false);
        Duration retention =
                honours ? operation.downstream().map(Downstream::protectedFor).orElse(FOR_EVER) : Duration.ZERO;
        return new Truth(honours, retention, Duration.ZERO);
    }

    /** The same, with an effect visible so much later. */
    public Truth visibilityLag(Duration lag) {
        return new Truth(honoursKey, keyRetention, lag);
    }

    /** The same, with every request treated as new. */
    public Truth ignoresKeys() {
        return new Truth(false, Duration.ZERO, visibilityLag);
    }
}
