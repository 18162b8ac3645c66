package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.FrozenRequest;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.Commit;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.Steps;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One walk: a random saga in a random world, from one seed, with every rule checked after every command. */
final class RandomWalk {
    private static final int PREPARED_PARTS = 4;

    private final long seed;
    private final Nature nature;
    private final Random random;
    private final SagaDefinition<String> definition;
    private final ScriptedWorld world;
    private final Coverage coverage;
    private final List<Rule> rules = new ArrayList<>();

    RandomWalk(long seed, Nature nature, Coverage coverage) {
        this.seed = seed;
        this.nature = nature;
        this.coverage = coverage;
        this.random = new Random(seed);
        this.definition = new RandomPlan(random).build();
        this.world = new ScriptedWorld(definition, random::nextDouble, this::watch);
        rules.addAll(List.of(
                new ReplayRule(),
                new AttemptRule(definition),
                new QuestionRule(definition),
                new CompensationRule(definition),
                new CourseRule(definition),
                new EvidenceRule(definition),
                new DecisionRule(),
                new FinalityRule(),
                new WakeUpRule(definition)));
        if (nature != Nature.LYING) {
            rules.add(new BooksRule(world));
        }
    }

    /** Walks to the end and gives back what happened. */
    List<SagaEvent> walk() {
        try {
            world.start();
            prepare();
            Mischief mischief = new Mischief(random, world, nature);
            do {
                while (world.turn()) {
                    mischief.maybe();
                }
            } while (mischief.atRest());
            checkAtRest();
        } catch (RuntimeException | AssertionError broken) {
            throw new AssertionError(
                    "seed " + seed + ", " + nature + ": " + broken.getMessage() + "\n" + describe(definition)
                            + world.describe(),
                    broken);
        }
        return world.events();
    }

    SagaStatus status() {
        return world.status();
    }

    private void prepare() {
        for (StepDefinition<?> step : Steps.possible(world)) {
            step.action().ifPresent(this::prepare);
            for (String undo : Steps.undosOf(step)) {
                prepare(definition.operation(undo).orElseThrow());
            }
            if (step.action().isPresent() && Steps.undosOf(step).size() > 0) {
                for (int part = 1; part <= PREPARED_PARTS; part++) {
                    definition.operation(OperationKey.partOf(step.name(), part)).ifPresent(this::prepare);
                }
            }
        }
        if (nature != Nature.FORGETFUL) {
            world.requests(driftingRequests());
        }
    }

    private void prepare(OperationDefinition<?, ?, ?> operation) {
        RandomConduct conduct = new RandomConduct(random, operation, nature == Nature.LYING);
        world.at(operation.name()).truth(conduct.truth()).behaves(conduct.conduct());
    }

    /** Every time a request is built it is another one: only the first may ever be sent. */
    private Function<String, FrozenRequest> driftingRequests() {
        return operation -> new FrozenRequest("{\"drift\":" + random.nextInt() + "}", "v1:drift");
    }

    private void watch(Commit commit) {
        if (commit.decision() instanceof Accepted accepted) {
            rules.forEach(rule -> rule.check(commit, accepted));
            coverage.add(definition, commit, accepted);
        }
    }

    private void checkAtRest() {
        SagaStatus status = world.status();
        boolean waitsForPeople = status == SagaStatus.IN_REVIEW || status == SagaStatus.PAUSED;
        Rule.require(status.isFinal() || waitsForPeople, "the saga is stuck as %s", status);
        for (StepDefinition<?> step : Steps.possible(world)) {
            step.action().ifPresent(action -> requireOneIdentity(action.name()));
            Steps.undosOf(step).forEach(this::requireOneIdentity);
            Steps.partsOf(world.state(), step).forEach(this::requireOneIdentity);
        }
        for (Rule rule : rules) {
            if (rule instanceof BooksRule books) {
                books.checkAtRest();
            }
        }
    }

    private void requireOneIdentity(String operation) {
        Rule.require(world.at(operation).keys() <= 1, "%s went out under several keys", operation);
        Rule.require(world.at(operation).bodies() <= 1, "%s went out with several bodies", operation);
    }

    private static String describe(SagaDefinition<?> definition) {
        return definition.steps().stream()
                .map(step -> step.name() + " " + step.body().getClass().getSimpleName() + " after " + step.after()
                        + (step.branches().isEmpty() ? "" : ", when " + step.branches()) + ", undo after "
                        + definition.undoAfter(step.name())
                        + (step.pivot() ? ", pivot" : "") + (step.retriable() ? ", retriable" : "")
                        + (step.needsNoUndo() ? ", needs no undo" : "")
                        + step.action().map(RandomWalk::describe).orElse("")
                        + step.compensation()
                                .map(undo -> "; undo" + describe(undo.operation()))
                                .orElse(""))
                .collect(Collectors.joining("\n"));
    }

    private static String describe(OperationDefinition<?, ?, ?> operation) {
        return ", " + operation.kind() + (operation.queryable() ? "" : ", cannot be queried")
                + operation
                        .downstream()
                        .map(profile -> ", keys " + (profile.honoursOperationKey() ? profile.protectedFor() : "ignored")
                                + ", visible within " + profile.visibilityWindow())
                        .orElse("")
                + ", " + operation.policy();
    }
}
