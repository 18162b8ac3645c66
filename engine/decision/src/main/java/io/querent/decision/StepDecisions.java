package io.querent.decision;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.ChoiceDefinition;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepBody;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Decides the beginning of steps that have no call: what the engine decides by itself is decided once and stored. Pure. */
final class StepDecisions {
    private StepDecisions() {}

    static Decision skip(SagaDefinition<?> definition, SagaState state, SagaCommand.SkipStep command) {
        boolean conditional = definition
                .step(command.operation())
                .flatMap(step -> step.condition())
                .isPresent();
        return conditional && mayBegin(definition, state, command.operation())
                ? Draft.of(state, new SagaEvent.StepSkipped(command.operation(), command.reason(), command.at()))
                : notDue(state, command.operation());
    }

    static Decision choose(SagaDefinition<?> definition, SagaState state, SagaCommand.ChooseBranch command) {
        boolean known = bodyOf(definition, command.operation())
                .filter(body -> body instanceof ChoiceDefinition<?> choice
                        && choice.branches().contains(command.branch()))
                .isPresent();
        return known && mayBegin(definition, state, command.operation())
                ? Draft.of(state, new SagaEvent.BranchChosen(command.operation(), command.branch(), command.at()))
                : notDue(state, command.operation());
    }

    static Decision publish(SagaDefinition<?> definition, SagaState state, SagaCommand.Publish command) {
        boolean message = definition
                .operation(command.operation())
                .filter(operation -> operation.kind() == OperationKind.PUBLISH)
                .isPresent();
        return message && mayBegin(definition, state, command.operation())
                ? Draft.of(state, new SagaEvent.MessagePublished(command.operation(), command.request(), command.at()))
                : notDue(state, command.operation());
    }

    static Decision listItems(SagaDefinition<?> definition, SagaState state, SagaCommand.ListItems command) {
        Predicate<StepBody<?>> takes = body -> body instanceof ForEachDefinition<?> forEach
                && command.items().size() <= forEach.limits().atMost();
        boolean fits = bodyOf(definition, command.operation()).filter(takes).isPresent();
        return fits && mayBegin(definition, state, command.operation())
                ? Draft.of(state, new SagaEvent.ItemsListed(command.operation(), listed(state, command), command.at()))
                : notDue(state, command.operation());
    }

    /** Items are listed once: a step that is begun again has those of the first time, with what came of them. */
    private static List<Item> listed(SagaState state, SagaCommand.ListItems command) {
        return state.items().getOrDefault(command.operation(), command.items());
    }

    static Decision startWait(SagaDefinition<?> definition, SagaState state, SagaCommand.StartWait command) {
        Optional<WaitDefinition<?>> wait = waitOf(definition, command.operation());
        if (wait.isEmpty() || !mayBegin(definition, state, command.operation())) {
            return notDue(state, command.operation());
        }
        Instant at = command.at();
        Instant due = WaitDecisions.nextDue(wait.get(), 0, at, command.endsAt());
        SagaEvent started = new SagaEvent.WaitStarted(command.operation(), due, command.endsAt(), at);
        return wait.get().kind() == WaitDefinition.Kind.APPROVAL
                ? Draft.of(state, List.of(started, WaitDecisions.wanted(command.operation(), "", command.endsAt(), at)))
                : Draft.of(state, started);
    }

    /** Whether that can be the step's result: a choice can only come to one of its branches. */
    static boolean mayResultIn(SagaDefinition<?> definition, String step, String result) {
        return bodyOf(definition, step)
                .filter(body -> body instanceof ChoiceDefinition<?> choice
                        && choice.branches().stream().map(JsonText::quoted).noneMatch(result::equals))
                .isEmpty();
    }

    /** What the step waits for; empty for other steps. */
    static Optional<WaitDefinition<?>> waitOf(SagaDefinition<?> definition, String step) {
        return bodyOf(definition, step).filter(WaitDefinition.class::isInstance).map(body -> (WaitDefinition<?>) body);
    }

    private static Optional<StepBody<?>> bodyOf(SagaDefinition<?> definition, String step) {
        return definition.step(step).map(StepDefinition::body);
    }

    private static boolean mayBegin(SagaDefinition<?> definition, SagaState state, String step) {
        return new Progress(definition, state).startable().contains(step);
    }

    private static Decision notDue(SagaState state, String step) {
        return new Refused(
                Refusal.NOT_DUE, "step " + step + " is " + state.statusOf(step) + " and cannot begin like this");
    }
}
