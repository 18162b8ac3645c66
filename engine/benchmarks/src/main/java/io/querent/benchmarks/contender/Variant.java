package io.querent.benchmarks.contender;

import java.time.Duration;
import java.util.List;

/** What is run. Every saga has three steps in sequence, each durable before the next starts. */
public enum Variant {
    /** Every step succeeds. */
    STANDARD("all three steps succeed", Duration.ZERO),
    /** The third step is refused, and the two before it are made good for. */
    F("the third step is refused, two compensations run", Duration.ZERO),
    /** Every call takes a while. */
    L("every call takes 20 ms", Duration.ofMillis(20)),
    /** Every saga is started twice at the same moment, and both starts learn its end. */
    D("every saga is started twice at once", Duration.ZERO);

    private final String description;
    private final Duration callTime;

    Variant(String description, Duration callTime) {
        this.description = description;
        this.callTime = callTime;
    }

    /** One line for the report. */
    public String description() {
        return description;
    }

    /** How long a downstream takes to answer. */
    public Duration callTime() {
        return callTime;
    }

    /** Sagas in flight at which it says something: 32 is the floor's best. */
    public List<Integer> loads() {
        return switch (this) {
            case STANDARD -> List.of(1, 32, 64, 256);
            case F -> List.of(32, 64, 256);
            case L -> List.of(1_000);
            case D -> List.of(32, 64);
        };
    }

    /** Operations of one saga, actions and compensations: it costs one append more. */
    public int operations() {
        return this == F ? 5 : 3;
    }
}
