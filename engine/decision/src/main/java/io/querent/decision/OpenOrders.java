package io.querent.decision;

import static io.querent.decision.OperationStatus.PLANNED;

import io.querent.saga.StepDefinition;

/** Whether what people have ordered to be made good for has come to its end. Pure. */
final class OpenOrders {
    private OpenOrders() {}

    /** Whether any order is open. */
    static boolean areAny(Progress progress) {
        return !progress.state().orders().isEmpty()
                && progress.steps().stream().anyMatch(step -> isOpen(progress, step));
    }

    private static boolean isOpen(Progress progress, StepDefinition<?> step) {
        SagaState state = progress.state();
        boolean begun = Progress.undos(step).stream()
                .map(state::statusOf)
                .anyMatch(status -> status != PLANNED && !status.isFinal());
        boolean stands = state.operation(step.name()).stands() && !progress.isUndone(step);
        boolean whole = progress.ordersOf(step).whole() && (begun || stands);
        return whole || progress.parts(step).anyOpen();
    }

    /** Whether all that the saga did was made good for because people ordered it, step by step. */
    static boolean haveUndoneAll(Progress progress) {
        return progress.state().orders().keySet().stream()
                        .flatMap(name -> progress.definition().step(name).stream())
                        .anyMatch(progress::isUndone)
                && progress.allSettled();
    }
}
