package io.querent.saga;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What belongs to a step beside what it does, while it is being described. Not thread-safe. */
final class StepSketch<I> {
    final String saga;
    final String name;
    final Class<?> resultType;
    final Set<String> after = new LinkedHashSet<>();
    final Set<Branch> branches = new LinkedHashSet<>();
    boolean atStart;
    boolean pivot;
    boolean retriable;
    boolean needsNoUndo;
    AfterReversal afterReversal = AfterReversal.REVIEW;

    @Nullable
    Condition<I> condition;

    @Nullable
    Downstream downstream;

    @Nullable
    CompensationDefinition<I> compensation;

    StepSketch(String saga, String name, Class<?> resultType) {
        this.saga = saga;
        this.name = KeyAlphabet.NAME.check("step name", name, StepHandle.LONGEST);
        this.resultType = resultType;
    }

    /** A step that has no effect outside and is never refused. */
    StepSketch<I> withoutEffect() {
        retriable = true;
        needsNoUndo = true;
        return this;
    }

    StepDefinition<I> define(StepBody<I> body) {
        return new StepDefinition<>(body, this);
    }

    void requireText(String method, String text) {
        if (text.isBlank()) {
            throw SagaDefinitionException.incomplete(saga, name, "the text of " + method + "(\"…\")");
        }
    }
}
