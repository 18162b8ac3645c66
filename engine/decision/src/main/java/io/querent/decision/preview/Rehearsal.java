package io.querent.decision.preview;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plays a saga through from a state: whatever is due is begun, whoever is asked answers yes. What depends on results that are yet to come is
 * left open. Used once, by one thread.
 */
final class Rehearsal {
    /** More than any saga has operations; a saga that goes on longer is cut off, and said to be. */
    private static final int MOST_WAVES = 20_000;

    private static final Owner NOBODY = new Owner("preview", 0);
    private static final String TO_COME = "null";

    private final SagaDefinition<?> definition;
    private final SagaState known;
    private final UserFunctions functions;
    private final PlannedOperations planned;
    private final List<Wave> waves = new ArrayList<>();
    private final Set<String> waits = new LinkedHashSet<>();
    private final Set<String> open = new LinkedHashSet<>();
    private SagaState state;
    private Instant now;

    /** @param known the state after the decision, with nothing in it that was only played */
    Rehearsal(SagaDefinition<?> definition, SagaState known, UserFunctions functions, Instant now) {
        this.definition = definition;
        this.known = known;
        this.functions = functions;
        this.planned = new PlannedOperations(definition, known, functions);
        this.state = known;
        this.now = now;
    }

    void play() {
        boolean more = true;
        for (int i = 0; more && i < MOST_WAVES; i++) {
            more = endCalls() || wave() || passTime();
        }
        if (more) {
            waits.add("more than " + MOST_WAVES + " rounds; what comes after them is not shown");
        }
        if (state.paused()) {
            waits.add("the saga is paused: what is not begun yet waits until it is resumed");
        }
        state.reviews()
                .forEach((operation, review) -> waits.add("a person has to decide about "
                        + (operation.equals(SagaState.WHOLE) ? "the saga" : operation) + ": " + review.reason() + ", "
                        + review.detail()));
    }

    List<Wave> waves() {
        return waves;
    }

    List<String> waits() {
        return List.copyOf(waits);
    }

    /** The state at the end of the play. */
    SagaState state() {
        return state;
    }

    SagaStatus status() {
        return SagaLifecycle.statusOf(definition, state);
    }

    /** What is in flight already is waited for, and nothing is begun that would not be begun beside it. */
    private boolean endCalls() {
        List<OperationState> inFlight = state.operations().values().stream()
                .filter(operation -> operation.status() == OperationStatus.IN_FLIGHT)
                .toList();
        inFlight.forEach(operation -> waits.add("the call of " + operation.name() + " that is in flight"));
        inFlight.forEach(this::succeed);
        return !inFlight.isEmpty();
    }

    private boolean wave() {
        List<PlannedOperation> wave = new ArrayList<>();
        List<Runnable> answers = new ArrayList<>();
        boolean moved = false;
        for (Effect effect : Effects.of(definition, state, now)) {
            if (effect instanceof Effect.Attempt attempt && !open.contains(attempt.operation())) {
                moved |= attempt(attempt.operation(), wave, answers);
            } else if (effect instanceof Effect.Ask ask && !open.contains(ask.operation())) {
                wave.add(planned.of(state, ask.operation(), PlannedOperation.Act.ASK_FIRST));
                answers.add(() -> found(ask.operation()));
                moved = true;
            } else if (effect instanceof Effect.Begin begin && !open.contains(begin.operation())) {
                moved |= begin(begin.operation(), wave);
            } else if (effect instanceof Effect.PassDeadline) {
                moved |= decide(new SagaCommand.PassDeadline(now));
            } else if (effect instanceof Effect.EndWait end) {
                leaveOpen(end.operation(), "what step " + end.operation() + " comes to when its wait ends");
            }
        }
        answers.forEach(Runnable::run);
        if (!wave.isEmpty()) {
            waves.add(new Wave(wave));
        }
        return moved;
    }

    private boolean attempt(String name, List<PlannedOperation> wave, List<Runnable> answers) {
        boolean begins = state.statusOf(name) == OperationStatus.PLANNED;
        Optional<SagaCommand> instead = begins ? functions.unlessToBeRun(name, known, now) : Optional.empty();
        if (instead.isPresent()) {
            return unlessOpen(name, instead.get());
        }
        PlannedOperation operation = planned.of(state, name, PlannedOperation.Act.SEND);
        boolean accepted =
                decide(new SagaCommand.StartAttempt(name, new FrozenRequest(TO_COME, TO_COME), NOBODY, 0, now));
        if (accepted && state.statusOf(name) == OperationStatus.IN_FLIGHT) {
            wave.add(operation);
            answers.add(() -> succeed(state.operation(name)));
        }
        return accepted;
    }

    private boolean begin(String name, List<PlannedOperation> wave) {
        if (definition.operation(name).isEmpty()) {
            return unlessOpen(name, functions.begin(name, known, now));
        }
        boolean accepted = decide(new SagaCommand.Publish(name, new FrozenRequest(TO_COME, TO_COME), now));
        if (accepted) {
            wave.add(planned.of(state, name, PlannedOperation.Act.PUBLISH));
        }
        return accepted;
    }

    private boolean unlessOpen(String name, SagaCommand command) {
        if (command instanceof SagaCommand.RecordRequestFailure failure) {
            leaveOpen(
                    name,
                    "what step " + name + " comes to, which is decided when its time has come: " + failure.cause());
            return false;
        }
        return decide(command);
    }

    private void leaveOpen(String name, String what) {
        open.add(name);
        waits.add(what);
    }

    private void found(String name) {
        decide(new SagaCommand.RecordQueryAnswer(name, new QueryAnswer.Found(TO_COME), now, 0, now));
    }

    private void succeed(OperationState operation) {
        decide(new SagaCommand.RecordOutcome(
                operation.name(), operation.attempts().started(), Outcome.succeeded(TO_COME), 0, now));
    }

    /** Waits for times at which something is sent or asked again; for a person or a word from outside nobody waits in a play. */
    private boolean passTime() {
        boolean waitsForAnswer = state.operations().values().stream()
                .map(OperationState::status)
                .anyMatch(status -> status == OperationStatus.BACKING_OFF
                        || status == OperationStatus.UNKNOWN
                        || status == OperationStatus.PENDING);
        state.operations().values().stream()
                .filter(operation -> operation.status() == OperationStatus.AWAITING)
                .forEach(operation -> waits.add("step " + operation.name() + ", which waits"));
        Optional<Instant> wake = Effects.of(definition, state, now).stream()
                .filter(Effect.WakeAt.class::isInstance)
                .map(effect -> ((Effect.WakeAt) effect).time())
                .findFirst();
        if (!waitsForAnswer || wake.isEmpty()) {
            return false;
        }
        now = wake.get();
        return true;
    }

    private boolean decide(SagaCommand command) {
        if (Decider.decide(definition, state, command) instanceof Decision.Accepted accepted) {
            state = accepted.state();
            return true;
        }
        return false;
    }
}
