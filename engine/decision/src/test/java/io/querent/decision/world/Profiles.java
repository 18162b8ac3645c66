package io.querent.decision.world;

import io.querent.saga.Downstream;
import java.time.Duration;

/** Profiles of downstreams for the failure cases. */
public final class Profiles {
    /** Keys for 24 h, effects visible within 10 min, 10 s a call. */
    public static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .timeLimit(Duration.ofSeconds(10))
            .build();

    /** Treats every request as new; effects visible within 10 min, 10 s a call. */
    public static final Downstream SHOP = Downstream.named("shop")
            .ignoresOperationKey()
            .visibleWithin(Duration.ofMinutes(10))
            .timeLimit(Duration.ofSeconds(10))
            .build();

    private Profiles() {}
}
