package io.querent.decision.walk;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.world.Commit;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.Steps;
import io.querent.saga.Outcome;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What else happens to a saga: lost and slow owners, callbacks, people who decide, commands that come twice, false evidence. */
final class Mischief {
    private static final List<Outcome<String>> CLAIMS = List.of(
            Outcome.succeeded("\"done\""),
            Outcome.rejected("no-cover", "declined"),
            Outcome.refusedWithEffect("no-cover", "declined", "\"fee\""),
            Outcome.notExecuted("busy", "nothing was sent"),
            Outcome.pending("reference-2"),
            Outcome.unknown("somebody said so"));

    private final Random random;
    private final ScriptedWorld world;
    private final Nature nature;
    private final Callbacks callbacks;
    private final People people;
    private boolean forgot;
    private int interventions;

    Mischief(Random random, ScriptedWorld world, Nature nature) {
        this.random = random;
        this.world = world;
        this.nature = nature;
        this.callbacks = new Callbacks(random, world, nature == Nature.LYING);
        this.people = new People(random, world, nature == Nature.LYING);
        this.interventions = random.nextInt(nature == Nature.LYING ? 9 : 5);
    }

    void maybe() {
        if (random.nextInt(100) < 6) {
            switch (random.nextInt(14)) {
                case 0, 1 -> loseOwner();
                case 2 -> world.wake("request-" + random.nextInt(6));
                case 3, 4 -> repeatLatest();
                case 5 -> repeatAnAnswer();
                case 6 -> claim();
                case 7, 8 -> callbacks.tellOf(anyOperation());
                case 9, 10 -> people.decideOn(anyOperation());
                case 11 -> forget();
                case 12 -> takeBack();
                default -> signal();
            }
        }
        if (random.nextInt(16) == 0) {
            pending().ifPresent(people::decideOn);
        }
        if (world.state().compensating() && random.nextInt(16) == 0) {
            people.redrive();
        }
        if (random.nextInt(1000) < 3) {
            world.submit(new SagaCommand.RecordRequestFailure(anyOperation(), "no such account", world.now()));
        }
    }

    private Optional<String> pending() {
        return world.state().operations().values().stream()
                .filter(operation -> operation.status() == OperationStatus.PENDING)
                .map(OperationState::name)
                .findFirst();
    }

    /** Nothing goes on by itself: somebody may yet tell or decide something. False when nobody will. */
    boolean atRest() {
        if (--interventions < 0) {
            return false;
        }
        int told = world.state().reviews().isEmpty() ? 5 : 1;
        int word = random.nextInt(9);
        if (word == 8) {
            takeBack();
            return true;
        }
        if (word >= told) {
            people.decideOn(anyOperation());
        } else if (word == told - 1 && told > 1) {
            claim();
        } else {
            callbacks.tellOf(anyOperation());
        }
        return true;
    }

    /** A return, a chargeback: what had been final is taken back, and the provider says so. */
    private void takeBack() {
        List<String> done = world.steps().stream()
                .filter(step -> step.action()
                        .filter(action -> action.kind().isElsewhere())
                        .isPresent())
                .map(StepDefinition::name)
                .filter(step -> world.at(step).effects() > 0)
                .toList();
        if (!done.isEmpty()) {
            String step = done.get(random.nextInt(done.size()));
            world.at(step).reverse();
            callbacks.tellOf(step);
        }
    }

    /** A word for a step that waits for one, or will. */
    private void signal() {
        world.steps().stream()
                .filter(step ->
                        step.body() instanceof WaitDefinition<?> wait && wait.kind() == WaitDefinition.Kind.SIGNAL)
                .findAny()
                .ifPresent(step -> callbacks.tellOf(step.name()));
    }

    private void loseOwner() {
        if (world.isLost()) {
            return;
        }
        if (random.nextBoolean()) {
            world.crash();
        } else {
            world.holdUp(Duration.ofSeconds(random.nextInt(60)));
        }
    }

    private void repeatLatest() {
        Commit latest = world.history().get(world.history().size() - 1);
        if (!(latest.command() instanceof SagaCommand.TakeOver)) {
            world.submit(latest.command());
        }
    }

    private void repeatAnAnswer() {
        Commit any = world.history().get(random.nextInt(world.history().size()));
        if (any.command() instanceof SagaCommand.RecordQueryAnswer answer) {
            world.submit(new SagaCommand.RecordQueryAnswer(
                    answer.operation(), answer.answer(), answer.askedAt(), random.nextDouble(), world.now()));
        } else if (any.command() instanceof SagaCommand.RecordOutcome outcome) {
            world.submit(new SagaCommand.RecordEvidence(
                    outcome.operation(), outcome.attempt(), outcome.outcome(), "node-1", world.now()));
        }
    }

    private void claim() {
        if (nature == Nature.LYING) {
            world.submit(new SagaCommand.RecordEvidence(
                    anyOperation(),
                    1 + random.nextInt(3),
                    CLAIMS.get(random.nextInt(CLAIMS.size())),
                    "somebody",
                    world.now()));
        }
    }

    /** A saga that had begun to undo cannot be told apart from one that had not: memory is only lost before that. */
    private void forget() {
        boolean undoing = world.state().operations().values().stream()
                .map(OperationState::name)
                .anyMatch(name -> world.definition().step(name).isEmpty());
        if (nature == Nature.FORGETFUL && !forgot && !undoing && !world.isLost()) {
            forgot = true;
            people.forget();
            world.forgetAndStartAskingFirst();
        }
    }

    private String anyOperation() {
        List<StepDefinition<?>> steps = world.steps();
        StepDefinition<?> step = steps.get(random.nextInt(steps.size()));
        List<String> waiting = world.state().operations().values().stream()
                .filter(operation -> !operation.status().isFinal())
                .map(OperationState::name)
                .toList();
        if (!waiting.isEmpty() && random.nextBoolean()) {
            return waiting.get(random.nextInt(waiting.size()));
        }
        List<String> undos = Steps.undosOf(step);
        return undos.isEmpty() || random.nextInt(4) > 0 ? step.name() : undos.get(random.nextInt(undos.size()));
    }
}
