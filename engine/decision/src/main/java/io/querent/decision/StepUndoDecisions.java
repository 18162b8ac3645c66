package io.querent.decision;

import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides that a person wants one step, or a part of it, to be made good for, while its saga otherwise goes on as it goes or stays completed.
 * Nothing is undone that is not known to have happened (R6), that another step still builds on, or before what has to be undone first:
 * such a decision is refused, and names what stands in the way. Pure.
 */
final class StepUndoDecisions {
    private final Progress progress;
    private final SagaState state;
    private final OperationState known;
    private final SagaCommand.Decide command;

    private StepUndoDecisions(Progress progress, OperationState known, SagaCommand.Decide command) {
        this.progress = progress;
        this.state = progress.state();
        this.known = known;
        this.command = command;
    }

    static Decision whole(Progress progress, OperationState known, SagaCommand.Decide command) {
        return new StepUndoDecisions(progress, known, command).whole();
    }

    static Decision part(Progress progress, OperationState known, SagaCommand.Decide command, Amount amount) {
        return new StepUndoDecisions(progress, known, command).part(amount);
    }

    /** What is left of the step's amount, for people who are told that the case has moved; empty where nobody knows. */
    static Optional<Amount> left(SagaState state, SagaCommand.Decide command, String step) {
        return PartsOfEffect.of(state, step).left().or(() -> Optional.ofNullable(command.worth()));
    }

    /** Whether a part that was refused, and so did not count, is more than others have left, or the whole has been undone in its place. */
    static boolean isTooMuchNow(SagaDefinition<?> definition, SagaState state, OperationState part) {
        if (part.status() != OperationStatus.REJECTED
                || OperationKey.partOf(part.name()).isEmpty()) {
            return false;
        }
        String step = OperationKey.actionOf(part.name());
        PartsOfEffect parts = PartsOfEffect.of(state, step);
        if (!parts.names().contains(part.name())) {
            return false;
        }
        boolean fits = parts.left()
                .filter(left -> !parts.amount(part.name()).isMoreThan(left))
                .isPresent();
        return !fits
                || definition.step(step).map(Progress::undos).orElse(List.of()).stream()
                        .anyMatch(undo -> state.statusOf(undo) != OperationStatus.PLANNED);
    }

    private Decision whole() {
        Optional<StepDefinition<?>> step = step();
        Optional<String> against = whyNot(step);
        return against.isPresent()
                ? Taken.notAllowed(against.get())
                : Draft.of(state, Taken.with(command, List.of(new SagaEvent.UndoOrdered(known.name(), command.at()))));
    }

    private Decision part(Amount amount) {
        Optional<StepDefinition<?>> step = step();
        Optional<String> against = whyNot(step).or(() -> whyNoPart(step.orElseThrow(), amount));
        if (against.isPresent()) {
            return Taken.notAllowed(against.get());
        }
        PartsOfEffect parts = progress.parts(step.orElseThrow());
        String part = OperationKey.partOf(known.name(), parts.names().size() + 1);
        return Draft.of(
                state,
                Taken.with(
                        command,
                        List.of(new SagaEvent.PartOrdered(
                                known.name(), part, amount, worth(parts).orElseThrow(), command.at()))));
    }

    private Optional<StepDefinition<?>> step() {
        return progress.definition()
                .step(known.name())
                .<StepDefinition<?>>map(step -> step)
                .filter(step -> step.action().isPresent());
    }

    private Optional<String> whyNot(Optional<StepDefinition<?>> found) {
        String name = known.name();
        if (found.isEmpty()) {
            return Optional.of(
                    name + " has no effect of its own to make good for; name a step that performs an operation,"
                            + " or an item of one");
        }
        StepDefinition<?> step = found.get();
        return Optional.ofNullable(againstSaga())
                .or(() -> Optional.ofNullable(againstState(step)))
                .or(() -> Optional.ofNullable(againstUndo(step)))
                .or(() -> whoBuildsOnIt(step))
                .or(() -> progress.unsettledBefore(step)
                        .map(other -> "what step " + other + " did has to be made good for before what " + name
                                + " did; compensate " + other + " first, or the whole saga"));
    }

    private @Nullable String againstSaga() {
        String parent = state.origin().parent();
        if (parent != null) {
            return "saga " + state.key() + " was started for " + parent + ", which relies on its result; decide about"
                    + " that saga's step, which reaches into this one";
        } else if (state.compensating()) {
            return "saga " + state.key()
                    + (state.end() == null
                            ? " has turned back: all that it did is made good for"
                            : " has ended as " + state.end());
        }
        return null;
    }

    private @Nullable String againstState(StepDefinition<?> step) {
        String name = known.name();
        SagaState.Review review = state.reviews().get(name);
        if (review != null) {
            return "a case about " + name + " is open: " + review.reason() + ", " + review.detail()
                    + "; decide it first";
        } else if (known.status() == OperationStatus.PLANNED || known.status() == OperationStatus.SKIPPED) {
            return name + " never ran: there is nothing to make good for";
        } else if (!known.status().isFinal()) {
            return "nobody knows yet what became of " + name + ", which is " + known.status()
                    + ": what may not have happened is not undone; ask, or wait";
        } else if (known.result().isEmpty()) {
            return name + " had no effect: there is nothing to make good for";
        } else if (!known.stands()) {
            return "what " + name + " did does not stand any more";
        } else if (step.compensation().isEmpty()) {
            return step.needsNoUndo()
                    ? name + " is declared to need no undo"
                    : "the definition does not say how to make good for " + name;
        }
        return null;
    }

    private @Nullable String againstUndo(StepDefinition<?> step) {
        if (progress.isUndone(step)) {
            return known.name() + " was made good for already; nothing is left of it";
        }
        for (String undo : Progress.undos(step)) {
            if (state.statusOf(undo) != OperationStatus.PLANNED) {
                return known.name() + " is being made good for: " + undo + " is " + state.statusOf(undo);
            }
        }
        return progress.ordersOf(step).whole()
                ? known.name() + " is being made good for: all that is left of it was ordered to be undone"
                : null;
    }

    /** Steps that come after this one and have not come to their end would go on with what is no more. */
    private Optional<String> whoBuildsOnIt(StepDefinition<?> step) {
        Set<String> after = new LinkedHashSet<>(Set.of(OperationKey.stepOf(step.name())));
        Set<String> open = new LinkedHashSet<>();
        if (SagaSteps.isItem(step)
                && !state.statusOf(OperationKey.stepOf(step.name())).isFinal()) {
            open.add(OperationKey.stepOf(step.name()));
        }
        for (StepDefinition<?> other : progress.definition().steps()) {
            if (other.after().stream().anyMatch(after::contains)) {
                after.add(other.name());
                boolean over = state.statusOf(other.name()).isFinal()
                        && !state.reviews().containsKey(other.name());
                if (!over) {
                    open.add(other.name());
                }
            }
        }
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of("the saga goes forward, and " + String.join(", ", open) + " builds on " + known.name()
                        + " and is not over; wait for it, or compensate the whole saga");
    }

    private Optional<String> whyNoPart(StepDefinition<?> step, Amount amount) {
        PartsOfEffect parts = progress.parts(step);
        if (step.compensation().flatMap(undo -> undo.inParts()).isEmpty()) {
            return Optional.of("the compensation of " + known.name() + " does not say how to make good for a part;"
                    + " declare partial(...), or compensate the step");
        }
        Optional<Amount> left = worth(parts).map(worth -> parts.left().orElse(worth));
        if (left.isEmpty()) {
            return Optional.of(
                    "the definition states no amount of " + known.name() + " of which a part could be taken");
        } else if (parts.names().size() >= OperationKey.MOST_PARTS) {
            return Optional.of(known.name() + " was made good for in " + OperationKey.MOST_PARTS
                    + " parts, and more are not allowed; compensate the step");
        }
        return Optional.ofNullable(
                againstAmount(amount, left.get(), worth(parts).orElseThrow()));
    }

    private @Nullable String againstAmount(Amount amount, Amount left, Amount worth) {
        String why = null;
        if (!amount.currency().equals(worth.currency())) {
            why = "is of another currency";
        } else if (!amount.exceedsNothing()) {
            why = "is not more than nothing";
        } else if (amount.value().stripTrailingZeros().scale() > decimals(worth)) {
            why = "has more than " + decimals(worth) + " decimal places";
        } else if (amount.isMoreThan(left)) {
            why = "is more than is left";
        }
        return why == null
                ? null
                : "a part " + why + "; found=" + amount + ", left of " + known.name() + "=" + left + " of " + worth;
    }

    /** As many as the currency has, or the amount itself where that is finer or nobody knows the currency. */
    private static int decimals(Amount worth) {
        int own = Math.max(0, worth.value().scale());
        return Currency.getAvailableCurrencies().stream()
                .filter(one -> one.getCurrencyCode().equals(worth.currency()))
                .findFirst()
                .map(one -> Math.max(own, one.getDefaultFractionDigits()))
                .orElse(own);
    }

    private Optional<Amount> worth(PartsOfEffect parts) {
        Amount first = parts.orders().worth();
        return Optional.ofNullable(first == null ? command.worth() : first);
    }
}
