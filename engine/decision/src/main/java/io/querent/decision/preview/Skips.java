package io.querent.decision.preview;

import io.querent.decision.OperationState;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says of steps that nothing would be done about why that is. */
final class Skips {
    private final SagaDefinition<?> definition;
    private final SagaState before;
    private final SagaState after;
    private final Set<String> done = new LinkedHashSet<>();

    Skips(SagaDefinition<?> definition, SagaState before, Rehearsal rehearsal) {
        this.definition = definition;
        this.before = before;
        this.after = rehearsal.state();
        rehearsal.waves().forEach(wave -> wave.operations().forEach(one -> done.add(one.operation())));
    }

    /** Where the saga turns back every step is accounted for; where it goes forward, those that stay as they are. */
    List<SkippedStep> of(OperatorDecision decision) {
        boolean single = decision instanceof OperatorDecision.CompensateStep
                || decision instanceof OperatorDecision.CompensatePart;
        List<SkippedStep> skipped = new ArrayList<>();
        for (StepDefinition<?> step : single ? List.<StepDefinition<?>>of() : steps()) {
            Optional<String> why = after.compensating() ? notUndone(step) : notDone(step);
            why.ifPresent(reason -> skipped.add(new SkippedStep(step.name(), reason)));
        }
        return skipped;
    }

    /** Steps with an effect of their own, and items of those that have some. */
    private List<StepDefinition<?>> steps() {
        Set<String> names = new LinkedHashSet<>();
        for (StepDefinition<?> step : definition.steps()) {
            names.add(step.name());
            before.items()
                    .getOrDefault(step.name(), List.of())
                    .forEach(item -> names.add(OperationKey.itemOf(step.name(), item.key())));
        }
        List<StepDefinition<?>> steps = new ArrayList<>();
        names.forEach(name -> definition.step(name).ifPresent(steps::add));
        steps.removeIf(step -> step.action().isEmpty());
        return steps;
    }

    private Optional<String> notUndone(StepDefinition<?> step) {
        OperationState known = before.operation(step.name());
        List<String> undos = undos(step);
        if (undos.stream().anyMatch(done::contains)) {
            return Optional.empty();
        }
        return switch (known.status()) {
            case PLANNED -> unlessDone(step, "it never ran");
            case SKIPPED -> Optional.of("it was skipped");
            case REJECTED, SUCCEEDED -> Optional.of(ofEnded(step, known, undos));
            default -> unlessDone(step, "it is " + known.status() + ", and no effect of it is known");
        };
    }

    private String ofEnded(StepDefinition<?> step, OperationState known, List<String> undos) {
        if (known.result().isEmpty()) {
            return "it had no effect";
        } else if (!known.stands()) {
            return "its effect does not stand any more";
        }
        Optional<String> undone =
                undos.stream().filter(undo -> before.operation(undo).stands()).findFirst();
        if (undone.isPresent()) {
            return "it was undone already, by "
                    + String.join(
                            ", ",
                            undos.stream()
                                    .filter(undo -> before.operation(undo).stands())
                                    .toList());
        } else if (step.compensation().isEmpty()) {
            return step.needsNoUndo()
                    ? "it is declared to need no undo"
                    : "the definition does not say how to make good for it: a person has to";
        }
        return "its undo has to wait";
    }

    private Optional<String> unlessDone(StepDefinition<?> step, String why) {
        return done.contains(step.name()) ? Optional.empty() : Optional.of(why);
    }

    private Optional<String> notDone(StepDefinition<?> step) {
        OperationState known = before.operation(step.name());
        return known.stands() ? unlessDone(step, "it has succeeded, and stays as it is") : Optional.empty();
    }

    private List<String> undos(StepDefinition<?> step) {
        List<String> undos = new ArrayList<>();
        step.compensation()
                .ifPresent(undo -> undo.operations().stream()
                        .map(OperationDefinition::name)
                        .forEach(undos::add));
        if (after.orders().containsKey(step.name())) {
            undos.addAll(after.orders().get(step.name()).parts().keySet());
        }
        return undos;
    }
}
