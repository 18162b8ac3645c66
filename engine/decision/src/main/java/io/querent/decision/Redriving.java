package io.querent.decision;

import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;

import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Goes forward again from a step that was refused or given up: under the same keys, with the requests frozen then. What was undone
 * cannot be done again under its key, which the downstream would answer with the first result; such a saga is not redriven. Pure.
 */
final class Redriving {
    private Redriving() {}

    static Decision from(
            SagaDefinition<?> definition, SagaState state, OperationState from, SagaCommand.Decide command) {
        boolean turned = state.compensating() && state.end() != SagaStatus.ABANDONED;
        boolean stays = definition
                .step(from.name())
                .filter(step -> isCollected(definition, state, step))
                .isPresent();
        if (!turned || stays || from.status() != REJECTED || from.result().isPresent()) {
            return Taken.notAllowed(
                    "only a saga that has turned back is redriven, from a step that was refused or given up;"
                            + " step " + from.name() + " is " + from.status() + ", and the saga "
                            + SagaLifecycle.statusOf(definition, state));
        }
        String parent = state.origin().parent();
        if (parent != null && state.end() != null) {
            return Taken.notAllowed("saga " + state.key() + " was started for " + parent
                    + ", which knows that it ended as " + state.end() + " and no longer waits for it");
        }
        Progress progress = new Progress(definition, state);
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.SagaRedriven(from.name(), command.at()));
        if (Deadlines.isBehind(definition, state, command.at())) {
            events.add(new SagaEvent.DeadlinePassed(command.at()));
        }
        for (StepDefinition<?> step : progress.steps()) {
            OperationState known = state.operation(step.name());
            Optional<String> against = whyNot(definition, state, step, known, command.at());
            if (against.isPresent()) {
                return Taken.notAllowed(against.get());
            } else if (known.status() == REJECTED && !isCollected(definition, state, step)) {
                events.add(again(definition, step, known, command.at()));
            }
        }
        return Draft.of(state, Taken.with(command, events));
    }

    /** What was refused for an item is a result where refusals are collected, and others may have used it. */
    private static boolean isCollected(SagaDefinition<?> definition, SagaState state, StepDefinition<?> step) {
        return Progress.forEachOf(definition, step).isPresent()
                && state.statusOf(OperationKey.stepOf(step.name())) == OperationStatus.SUCCEEDED;
    }

    private static SagaEvent again(
            SagaDefinition<?> definition, StepDefinition<?> step, OperationState known, Instant at) {
        return SagaSteps.isAttempted(definition, step.name())
                ? new SagaEvent.AttemptsRenewed(known.name(), at, at)
                : new SagaEvent.StepReopened(known.name(), at);
    }

    private static Optional<String> whyNot(
            SagaDefinition<?> definition, SagaState state, StepDefinition<?> step, OperationState known, Instant at) {
        boolean undoing = step.compensation().stream()
                        .flatMap(undo -> undo.operations().stream())
                        .anyMatch(undo -> state.statusOf(undo.name()) != PLANNED)
                || state.orders().containsKey(step.name());
        boolean stays = known.status() == REJECTED && isCollected(definition, state, step);
        if (undoing || !stays && known.result().isPresent() && !known.stands()) {
            return Optional.of(
                    "step " + step.name() + " was undone, or is being undone: its key cannot have an effect again;"
                            + " start a saga under another business key");
        } else if (stays) {
            return Optional.empty();
        } else if (known.status() == REJECTED && known.result().isPresent()) {
            return Optional.of("step " + step.name() + " was refused and has left something to make good for");
        } else if (known.status() == OperationStatus.IN_FLIGHT || Progress.waits(known)) {
            return Optional.of("the outcome of step " + step.name() + " is not known yet; wait for it");
        } else if (known.status() == REJECTED && mayHaveRun(definition, known) && !isProtected(definition, known, at)) {
            return Optional.of("the key of step " + step.name()
                    + " is no longer protected: sending again could take effect" + " twice");
        }
        return Optional.empty();
    }

    private static boolean mayHaveRun(SagaDefinition<?> definition, OperationState known) {
        return definition.operation(known.name()).isPresent()
                && known.attempts().uncertain() > 0;
    }

    private static boolean isProtected(SagaDefinition<?> definition, OperationState known, Instant at) {
        OperationDefinition<?, ?, ?> operation =
                definition.operation(known.name()).orElseThrow();
        return !known.attempts().areForgotten() && AttemptDecisions.keyProtects(operation, known, at);
    }
}
