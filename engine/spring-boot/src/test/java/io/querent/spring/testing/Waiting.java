package io.querent.spring.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long tests wait for what should take a moment: a busy machine is no failure. */
public final class Waiting {
    public static final Duration LONGEST = Duration.ofMinutes(2);

    private Waiting() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(LONGEST);
    }
}
