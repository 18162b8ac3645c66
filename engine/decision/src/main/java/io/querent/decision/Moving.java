package io.querent.decision;

import io.querent.saga.DefinitionShape;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepShape;
import io.querent.saga.VersionMove;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a saga may go on under another version of its definition. What it has begun must be the same operation in both, as its key and
 * its frozen request stay; what it has not begun may differ. Pure.
 */
public final class Moving {
    private Moving() {}

    /**
     * What stands against moving the saga; empty when it may move.
     *
     * @param from shape of the version that it runs under
     * @param to the version that it would run under
     */
    public static List<String> obstacles(DefinitionShape from, SagaDefinition<?> to, SagaState state) {
        VersionMove move = to.moveFrom(state.origin().definitionVersion());
        List<String> obstacles = new ArrayList<>();
        if (state.ended().isPresent()) {
            obstacles.add("the saga has ended as " + state.end());
        } else if (to.version() <= state.origin().definitionVersion()) {
            obstacles.add("version " + to.version() + " is not newer than version "
                    + state.origin().definitionVersion());
        }
        for (OperationState operation : state.operations().values()) {
            if (operation.status() == OperationStatus.IN_FLIGHT) {
                obstacles.add("a call of " + operation.name() + " is in flight");
            }
        }
        for (StepShape step : from.steps()) {
            if (hasBegun(state, step.name())) {
                against(step, to.shape(), state, move).ifPresent(obstacles::add);
            }
        }
        for (StepShape step : to.shape().steps()) {
            if (from.step(step.name()).isEmpty()) {
                tooLate(step, to.shape(), state).ifPresent(obstacles::add);
            }
        }
        return obstacles;
    }

    private static Optional<String> against(StepShape step, DefinitionShape to, SagaState state, VersionMove move) {
        Optional<StepShape> now = to.step(step.name());
        if (now.isEmpty()) {
            boolean over = state.statusOf(step.name()).isFinal()
                    && !hasBegun(state, step.name() + ".undo")
                    && !state.orders().containsKey(step.name());
            return move.dropped().containsKey(step.name()) && over
                    ? Optional.empty()
                    : Optional.of("step " + step.name() + " has begun and the newer version does not have it; "
                            + (over ? "say movesFrom(…).dropped(…) if its effect may stay" : "wait until it is over"));
        }
        boolean isSame = now.get().kind() == step.kind()
                && (now.get().traits().equals(step.traits()) || move.same().containsKey(step.name()));
        return isSame
                ? Optional.empty()
                : Optional.of("step " + step.name() + " has begun and differs: " + step.kind() + step.traits()
                        + " became " + now.get().kind() + now.get().traits());
    }

    /** A step that did not exist is run when its time comes; after what follows it, its time has passed. */
    private static Optional<String> tooLate(StepShape added, DefinitionShape to, SagaState state) {
        return to.steps().stream()
                .filter(step -> step.after().contains(added.name()) && hasBegun(state, step.name()))
                .map(step -> "step " + added.name() + " is new and comes before " + step.name() + ", which has begun")
                .findFirst();
    }

    private static boolean hasBegun(SagaState state, String step) {
        return state.statusOf(step) != OperationStatus.PLANNED;
    }

    static Decision move(SagaDefinition<?> definition, SagaState state, SagaCommand.MoveSaga command) {
        SagaCommand.Decide decide = command.decide();
        if (state.handledRequests().contains(decide.authority().requestId())) {
            return new Decision.Refused(
                    Decision.Refusal.REPEATED, "request " + decide.authority().requestId() + " was carried out before");
        } else if (!Taken.hasSeen(state, decide, Taken.latest(state))) {
            return Taken.moved(state, decide, "saga " + state.key(), Taken.latest(state));
        }
        List<String> obstacles = obstacles(definition.shape(), command.to(), state);
        return obstacles.isEmpty()
                ? Draft.of(
                        state,
                        Taken.with(
                                decide,
                                List.of(new SagaEvent.SagaMoved(
                                        command.to().version(), command.to().fingerprint(), command.at()))))
                : Taken.notAllowed("saga " + state.key() + " cannot move to version "
                        + command.to().version() + ": " + String.join("; ", obstacles));
    }
}
