package io.querent.saga;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What belongs to a step beside its action, while it is being described. Not thread-safe. */
final class StepSketch<I, R> {
    final String saga;
    final StepHandle<R> handle;
    final Set<String> after = new LinkedHashSet<>();
    boolean atStart;
    boolean pivot;
    boolean retriable;
    boolean needsNoUndo;

    @Nullable
    Downstream downstream;

    @Nullable
    CompensationDefinition<I> compensation;

    StepSketch(String saga, StepHandle<R> handle) {
        this.saga = saga;
        this.handle = handle;
    }
}
