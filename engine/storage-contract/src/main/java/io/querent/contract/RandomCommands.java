package io.querent.contract;

import io.querent.decision.Authority;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** Whatever may come to a saga, in any order: most of it in its place, some of it absurd. */
public final class RandomCommands {
    private final SagaDefinition<?> definition;
    private final List<String> operations;
    private final Random random;
    private Instant now;
    private int ids;

    public RandomCommands(SagaDefinition<?> definition, List<String> operations, long seed, Instant start) {
        this.definition = definition;
        this.operations = operations;
        this.random = new Random(seed);
        this.now = start;
    }

    public SagaCommand next(SagaState state) {
        now = now.plus(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 1_000 : 3_600_000)));
        return switch (random.nextInt(10)) {
            case 0 -> new SagaCommand.RecordCallback(any(), id("m"), "bank", word(), random.nextDouble(), now);
            case 1, 2 -> decide(state);
            case 3 -> new SagaCommand.RecordEvidence(any(), 1 + random.nextInt(2), outcome(), "node", now);
            case 4 -> new SagaCommand.TakeOver(new Owner("node", 2), random.nextDouble(), now);
            default -> inItsPlace(state);
        };
    }

    private SagaCommand inItsPlace(SagaState state) {
        for (var operation : state.operations().values()) {
            if (operation.status() == OperationStatus.IN_FLIGHT) {
                return new SagaCommand.RecordOutcome(
                        operation.name(), operation.attempts().started(), outcome(), random.nextDouble(), now);
            }
        }
        List<Effect> effects = Effects.of(definition, state, now);
        for (Effect effect : effects) {
            if (effect instanceof Effect.Attempt attempt) {
                FrozenRequest request = new FrozenRequest("{}", "v1:" + "0".repeat(64));
                return new SagaCommand.StartAttempt(
                        attempt.operation(), request, new Owner("node", 1), random.nextDouble(), now);
            } else if (effect instanceof Effect.Ask ask) {
                return new SagaCommand.RecordQueryAnswer(ask.operation(), answer(), now, random.nextDouble(), now);
            }
        }
        return decide(state);
    }

    private SagaCommand decide(SagaState state) {
        long seen = random.nextInt(8) == 0 ? Math.max(1, state.version() - 1) : state.version();
        Authority authority = new Authority("op", "why", seen, id("d"));
        OperatorDecision decision = switch (random.nextInt(9)) {
            case 0 -> new OperatorDecision.ConfirmSucceeded(any(), "\"s\"", "seen");
            case 1 -> new OperatorDecision.ConfirmFailed(any(), "51", "seen");
            case 2 -> new OperatorDecision.ConfirmNeverRan(any(), "seen");
            case 3 -> new OperatorDecision.AskAgain(any());
            case 4, 5 -> new OperatorDecision.Resend(any());
            case 6 -> new OperatorDecision.MadeGood(any(), "seen");
            case 7 -> new OperatorDecision.Compensate();
            default -> random.nextInt(3) == 0 ? new OperatorDecision.Abandon() : new OperatorDecision.AskAgain(any());
        };
        return new SagaCommand.Decide(decision, authority, now);
    }

    private Outcome<String> outcome() {
        return switch (random.nextInt(6)) {
            case 0, 1 -> Outcome.succeeded("\"r\"");
            case 2 -> Outcome.rejected("51", "no");
            case 3 -> Outcome.notExecuted("429", "busy", Duration.ofSeconds(1));
            case 4 -> Outcome.pending("p");
            default -> Outcome.unknown("reset");
        };
    }

    private QueryAnswer answer() {
        return switch (random.nextInt(5)) {
            case 0 -> new QueryAnswer.NotFound();
            case 1 -> new QueryAnswer.Unavailable("down");
            case 2 -> new QueryAnswer.NotAsked("circuit-open");
            default -> word();
        };
    }

    private QueryAnswer word() {
        return switch (random.nextInt(4)) {
            case 0 -> new QueryAnswer.Found("\"w\"");
            case 1 -> new QueryAnswer.FoundRejected("51", "no");
            case 2 -> new QueryAnswer.FoundPending("p");
            default -> new QueryAnswer.Mismatch("other " + random.nextInt(3));
        };
    }

    private String any() {
        return operations.get(random.nextInt(operations.size()));
    }

    private String id(String kind) {
        return kind + "-" + ids++;
    }
}
