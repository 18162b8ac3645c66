package io.querent.testkit.engine;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.Append;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Where a node is to die. Thread-safe. */
final class CrashPlan {
    private final List<BiPredicate<Append, Integer>> before = new CopyOnWriteArrayList<>();
    private final List<BiPredicate<Append, Integer>> after = new CopyOnWriteArrayList<>();

    /** @param operation name of the operation; null for any */
    void at(CrashPoint point, @Nullable String operation) {
        switch (point) {
            case BEFORE_INTENT -> before.add((append, number) -> begins(append, operation));
            case BEFORE_SEND -> after.add((append, number) -> begins(append, operation));
            case AFTER_SEND -> before.add((append, number) -> answers(append, operation));
            case AFTER_ANSWER -> after.add((append, number) -> answers(append, operation));
        }
    }

    void beforeAppend(int wanted) {
        before.add((append, number) -> number >= wanted);
    }

    void afterAppend(int wanted) {
        after.add((append, number) -> number >= wanted);
    }

    /** Whether the node dies before it has written its {@code number}-th append. */
    boolean isBefore(Append append, int number) {
        return before.stream().anyMatch(point -> point.test(append, number));
    }

    /** Whether the node dies when it has written it. */
    boolean isAfter(Append append, int number) {
        return after.stream().anyMatch(point -> point.test(append, number));
    }

    private static boolean begins(Append append, @Nullable String operation) {
        return append.events().stream()
                .anyMatch(event -> event instanceof SagaEvent.AttemptStarted started && isOf(started, operation));
    }

    private static boolean answers(Append append, @Nullable String operation) {
        return append.events().stream()
                .anyMatch(event ->
                        event instanceof SagaEvent.OperationEvent own && isAnswer(own) && isOf(own, operation));
    }

    private static boolean isAnswer(SagaEvent.OperationEvent event) {
        return event instanceof SagaEvent.OperationSucceeded
                || event instanceof SagaEvent.OperationRejected
                || event instanceof SagaEvent.OperationPending
                || event instanceof SagaEvent.OutcomeUnknown
                || event instanceof SagaEvent.AttemptNotExecuted;
    }

    private static boolean isOf(SagaEvent.OperationEvent event, @Nullable String operation) {
        return operation == null || event.operation().equals(operation);
    }
}
