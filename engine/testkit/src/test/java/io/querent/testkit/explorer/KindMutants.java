package io.querent.testkit.explorer;

import io.querent.decision.Conclusion;
import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Item;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.Via;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Mistakes that an engine can make with steps that are not calls, and with a saga's course. */
final class KindMutants {
    private KindMutants() {}

    /**
     * A mistake.
     *
     * @param broken part of what the broken rule says
     * @param saga name of the definition that shows it
     */
    record KindMutant(Core core, String broken, String saga) {}

    private static KindMutant on(String saga, Core core, String broken) {
        return new KindMutant(core, broken, saga);
    }

    /** All of them, by name. */
    static Map<String, KindMutant> all() {
        Map<String, KindMutant> mutants = new TreeMap<>();
        mutants.putAll(steps());
        mutants.putAll(undoing());
        mutants.putAll(course());
        return mutants;
    }

    private static Map<String, KindMutant> steps() {
        return Map.of(
                "both branches are run", on("choice", new BothBranches(), "another branch was chosen"),
                "an item is begun beyond the bound", on("items", new Crowded(), "items, and 1 may run"),
                "what follows a skipped step alone is run",
                        on("conditional", new SkipIgnored(), "whom nobody has told"),
                "a later word replaces the first", on("signal", new LastWord(), "another one replaced it"),
                "a wait is forgotten", on("delay", new WaitForgotten(), "nothing will ever wake it up"),
                "a for-each step ends before its items", on("items", new ItemsLeft(), ""));
    }

    private static Map<String, KindMutant> undoing() {
        return Map.of(
                "a skipped step is undone",
                        on("conditional", new Undone(known -> known.status() == OperationStatus.SKIPPED), "is SKIPPED"),
                "an effect that was taken back counts as standing",
                        on("reversed", new ReversalIgnored(), "still counts as standing"),
                "what the provider took back is undone as well",
                        on(
                                "reversed",
                                new Undone(known -> known.conclusion() instanceof Conclusion.Reversed),
                                "is sent although"),
                "both compensations are sent", on("alternatives", new BothUndos(), "is sent although"),
                "a message is not taken back", on("message", new MessageLeft(), "the saga is COMPENSATED and"));
    }

    private static Map<String, KindMutant> course() {
        return Map.of(
                "a paused saga goes on", on("reversed", new PauseIgnored(), "although the saga is paused"),
                "an undone saga is driven forward again",
                        on("reversed", new UndoneRedriven(), "driven forward again although"),
                "the deadline is forgotten", on("deadline", new DeadlineForgotten(), ""),
                "a stale owner's choice is accepted", on("choice", new NoFence(), ""));
    }

    /** Asks for more than the real core does, and decides it as it is asked for. */
    private abstract static class Eager extends BrokenCore {
        abstract List<Effect> more(SagaDefinition<?> definition, SagaState state);

        @Override
        public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
            List<Effect> effects = new ArrayList<>(super.effects(definition, state, now));
            if (state.end() == null) {
                more(definition, state).stream()
                        .filter(effect -> !effects.contains(effect))
                        .forEach(effects::add);
            }
            return effects;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            return decision instanceof Decision.Refused
                            && state != null
                            && command instanceof SagaCommand.StartAttempt start
                            && more(definition, state).contains(new Effect.Attempt(start.operation()))
                    ? decided(state, List.of(begin(definition, state, start)))
                    : decision;
        }

        static List<Effect> attempts(List<String> operations) {
            return operations.stream().<Effect>map(Effect.Attempt::new).toList();
        }
    }

    private static final class BothBranches extends Eager {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return command instanceof SagaCommand.ChooseBranch
                    ? replaced(
                            state,
                            properly(definition, state, command),
                            event -> event instanceof SagaEvent.StepSkipped ? List.of() : List.of(event))
                    : super.decide(definition, state, command);
        }

        @Override
        List<Effect> more(SagaDefinition<?> definition, SagaState state) {
            return attempts(definition.steps().stream()
                    .filter(step -> !state.compensating()
                            && step.branches().stream()
                                    .anyMatch(branch -> state.statusOf(branch.choice()) == OperationStatus.SUCCEEDED)
                            && state.statusOf(step.name()) == OperationStatus.PLANNED)
                    .map(StepDefinition::name)
                    .toList());
        }
    }

    private static final class Crowded extends Eager {
        @Override
        List<Effect> more(SagaDefinition<?> definition, SagaState state) {
            List<String> items = new ArrayList<>();
            for (Map.Entry<String, List<Item>> listed : state.items().entrySet()) {
                for (Item item : listed.getValue()) {
                    String name = OperationKey.itemOf(listed.getKey(), item.key());
                    if (!state.compensating() && state.statusOf(name) == OperationStatus.PLANNED) {
                        items.add(name);
                    }
                }
            }
            return attempts(items);
        }
    }

    private static final class SkipIgnored extends Eager {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return command instanceof SagaCommand.SkipStep skip
                    ? replaced(
                            state,
                            properly(definition, state, command),
                            event -> event instanceof SagaEvent.StepSkipped skipped
                                            && skipped.operation().equals(skip.operation())
                                    ? List.of(event)
                                    : List.of())
                    : super.decide(definition, state, command);
        }

        @Override
        List<Effect> more(SagaDefinition<?> definition, SagaState state) {
            return attempts(definition.steps().stream()
                    .filter(step -> !state.compensating()
                            && !step.after().isEmpty()
                            && step.after().stream()
                                    .allMatch(before -> state.statusOf(before) == OperationStatus.SKIPPED)
                            && state.statusOf(step.name()) == OperationStatus.PLANNED)
                    .map(StepDefinition::name)
                    .toList());
        }
    }

    private static final class LastWord extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            boolean again = state != null
                    && command instanceof SagaCommand.RecordCallback word
                    && word.answer() instanceof QueryAnswer.Found
                    && state.operation(word.operation()).heard() != null
                    && state.statusOf(word.operation()) == OperationStatus.PLANNED
                    && !state.handledRequests().contains(word.source() + "/" + word.messageId());
            if (again && command instanceof SagaCommand.RecordCallback word) {
                return decided(
                        state,
                        List.of(new SagaEvent.CallbackReceived(
                                word.operation(),
                                word.messageId(),
                                word.source(),
                                "Found",
                                null,
                                ((QueryAnswer.Found) word.answer()).result(),
                                word.at())));
            }
            return properly(definition, state, command);
        }
    }

    private static final class WaitForgotten extends BrokenCore {
        @Override
        public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
            boolean waits =
                    state.operations().values().stream().anyMatch(step -> step.status() == OperationStatus.AWAITING);
            return super.effects(definition, state, now).stream()
                    .filter(effect -> !(waits && effect instanceof Effect.WakeAt))
                    .toList();
        }
    }

    private static final class ItemsLeft extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            return command instanceof SagaCommand.ListItems list
                            && decision instanceof Decision.Accepted accepted
                            && !list.items().isEmpty()
                    ? decided(
                            state,
                            with(
                                    accepted.events(),
                                    new SagaEvent.WaitEnded(list.operation(), "{}", Via.ENGINE, list.at())))
                    : decision;
        }
    }

    /** Undoes some steps whatever else says no. */
    private static final class Undone extends Eager {
        private final Predicate<OperationState> which;

        Undone(Predicate<OperationState> which) {
            this.which = which;
        }

        @Override
        List<Effect> more(SagaDefinition<?> definition, SagaState state) {
            return attempts(definition.steps().stream()
                    .filter(step -> state.compensating()
                            && !state.paused()
                            && step.compensation().isPresent()
                            && definition
                                    .operation(OperationKey.compensationOf(step.name()))
                                    .isPresent()
                            && which.test(state.operation(step.name()))
                            && state.statusOf(OperationKey.compensationOf(step.name())) == OperationStatus.PLANNED)
                    .map(step -> OperationKey.compensationOf(step.name()))
                    .toList());
        }
    }

    private static final class ReversalIgnored extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return command instanceof SagaCommand.RecordCallback
                    ? replaced(
                            state,
                            properly(definition, state, command),
                            event -> event instanceof SagaEvent.CallbackReceived ? List.of(event) : List.of())
                    : properly(definition, state, command);
        }
    }

    private static final class BothUndos extends Eager {
        @Override
        List<Effect> more(SagaDefinition<?> definition, SagaState state) {
            return attempts(definition.steps().stream()
                    .filter(step -> step.compensation().isPresent())
                    .flatMap(step -> step.compensation().orElseThrow().alternatives().stream()
                            .map(next -> next.operation().name())
                            .filter(undo -> state.compensating()
                                    && state.statusOf(step.name()) == OperationStatus.SUCCEEDED
                                    && state.statusOf(undo) == OperationStatus.PLANNED))
                    .toList());
        }
    }

    private static final class MessageLeft extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            boolean onlyTheMessage = decision instanceof Decision.Accepted accepted
                    && accepted.state().compensating()
                    && accepted.state().end() == null
                    && effects(definition, accepted.state(), command.at()).stream()
                            .anyMatch(effect -> effect instanceof Effect.Begin);
            return onlyTheMessage && decision instanceof Decision.Accepted accepted
                    ? decided(state, with(accepted.events(), new SagaEvent.SagaCompensated(command.at())))
                    : decision;
        }
    }

    private static final class PauseIgnored extends Eager {
        @Override
        List<Effect> more(SagaDefinition<?> definition, SagaState state) {
            return attempts(definition.steps().stream()
                    .filter(step -> state.paused()
                            && step.after().isEmpty()
                            && step.action()
                                    .filter(action -> action.kind().isElsewhere())
                                    .isPresent()
                            && state.statusOf(step.name()) == OperationStatus.PLANNED)
                    .map(StepDefinition::name)
                    .toList());
        }
    }

    private static final class UndoneRedriven extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            return state != null
                            && decision instanceof Decision.Refused refused
                            && refused.refusal() == Decision.Refusal.NOT_ALLOWED
                            && command instanceof SagaCommand.Decide decide
                            && decide.decision() instanceof OperatorDecision.Redrive again
                            && state.compensating()
                            && definition.steps().stream()
                                    .anyMatch(step -> state.statusOf(OperationKey.compensationOf(step.name()))
                                            != OperationStatus.PLANNED)
                    ? decided(
                            state,
                            List.of(
                                    new SagaEvent.SagaRedriven(again.operation(), command.at()),
                                    new SagaEvent.AttemptsRenewed(again.operation(), command.at(), command.at())))
                    : decision;
        }
    }

    private static final class DeadlineForgotten extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return command instanceof SagaCommand.PassDeadline
                    ? decided(state, List.of())
                    : properly(definition, state, command);
        }
    }

    private static final class NoFence extends BrokenCore {
        @Override
        public boolean admits(long token, long latest) {
            return true;
        }
    }

    private static List<SagaEvent> with(List<SagaEvent> events, SagaEvent more) {
        List<SagaEvent> all = new ArrayList<>(events);
        all.add(more);
        return all;
    }
}
