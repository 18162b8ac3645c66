package io.querent.decision.walk;

import io.querent.decision.Authority;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.ScriptedDownstream;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.Amount;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.StepDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * People who decide about a saga: now and then twice, or with an old page before them. What they state is true, unless they are
 * liars; what they want done need not be wise.
 */
final class People {
    private static final List<Amount> PARTS =
            List.of(Amount.of("60", "EUR"), Amount.of("40.00", "EUR"), Amount.of("25.50", "EUR"));

    /** A process that has lost the saga sends nothing after its own deadline. */
    private static final Duration LONGEST_INTENT = Duration.ofMinutes(1);

    private final Random random;
    private final ScriptedWorld world;
    private final boolean lying;
    private Instant forgotAt = Instant.MIN;
    private int requests;

    People(Random random, ScriptedWorld world, boolean lying) {
        this.random = random;
        this.world = world;
        this.lying = lying;
    }

    /** The engine's memory is lost now: sends that it forgot may still be under way. */
    void forget() {
        forgotAt = world.now();
    }

    /** Somebody wants it forward again before anything is undone. */
    void redrive() {
        decide(new OperatorDecision.Redrive(refused("s0")));
    }

    void decideOn(String operation) {
        decide(decision(openOr(operation)));
    }

    private void decide(OperatorDecision decision) {
        if (lying || isTrue(decision)) {
            boolean again = requests > 0 && random.nextInt(8) == 0;
            int number = again ? random.nextInt(requests) : requests++;
            Amount worth =
                    decision instanceof OperatorDecision.CompensatePart part ? world.worth(part.operation()) : null;
            world.submit(new SagaCommand.Decide(
                    decision, new Authority("ann", "by the books", seen(), "decision-" + number), worth, world.now()));
        }
    }

    private OperatorDecision decision(String operation) {
        SagaState.Review review = world.state().reviews().get(operation);
        if (review != null && review.reason() == ReviewReason.NO_COMPENSATION && random.nextBoolean()) {
            return new OperatorDecision.MadeGood(operation, "paid back by hand");
        } else if (review != null && review.reason() == ReviewReason.CONTRADICTION && random.nextBoolean()) {
            return new OperatorDecision.ConfirmFailed(operation, "no-cover", "statement 8");
        } else if (review != null && review.reason() == ReviewReason.APPROVAL_WANTED && random.nextInt(4) > 0) {
            return random.nextBoolean()
                    ? new OperatorDecision.Approve(operation)
                    : new OperatorDecision.Decline(operation);
        }
        return onCourse().orElseGet(() -> onOperation(operation));
    }

    private Optional<OperatorDecision> onCourse() {
        if (world.status() == SagaStatus.COMPLETED && random.nextInt(2) == 0) {
            return Optional.of(ofOneStep());
        } else if (world.status() == SagaStatus.COMPLETED && random.nextInt(3) == 0) {
            return Optional.of(new OperatorDecision.Compensate());
        } else if (world.state().paused() && random.nextInt(3) > 0) {
            return Optional.of(new OperatorDecision.Resume());
        }
        return switch (random.nextInt(12)) {
            case 0 -> Optional.of(new OperatorDecision.Cancel());
            case 1, 2 -> Optional.of(new OperatorDecision.Pause());
            default -> Optional.empty();
        };
    }

    /** People want one step made good for, or a part of it; now and then more than there is. */
    private OperatorDecision ofOneStep() {
        List<String> done = world.steps().stream()
                .filter(step -> step.action().isPresent())
                .map(StepDefinition::name)
                .filter(step -> world.state().operation(step).stands())
                .toList();
        String step = done.isEmpty() ? "s0" : done.get(random.nextInt(done.size()));
        return random.nextInt(3) == 0
                ? new OperatorDecision.CompensateStep(step)
                : new OperatorDecision.CompensatePart(step, PARTS.get(random.nextInt(PARTS.size())));
    }

    private OperatorDecision onOperation(String operation) {
        if (world.state().compensating() && random.nextInt(4) == 0) {
            return new OperatorDecision.Redrive(refused(operation));
        } else if (world.statusOf(operation) == OperationStatus.PENDING && random.nextInt(3) == 0) {
            return new OperatorDecision.ConfirmNeverRan(operation, "not in the books");
        } else if (world.statusOf(operation) == OperationStatus.IN_REVIEW && random.nextInt(4) == 0) {
            return new OperatorDecision.Resend(operation);
        }
        if (random.nextInt(12) == 0) {
            return ofOneStep();
        }
        return switch (random.nextInt(25)) {
            case 0, 1, 2, 3 -> new OperatorDecision.ConfirmSucceeded(operation, "\"done\"", "statement 7");
            case 4, 5, 6 -> new OperatorDecision.ConfirmFailed(operation, "no-cover", "statement 7");
            case 7, 8, 9 -> new OperatorDecision.ConfirmNeverRan(operation, "not in the books");
            case 10, 11, 12, 13, 14 -> new OperatorDecision.AskAgain(operation);
            case 15, 16, 17, 18, 19 -> new OperatorDecision.Resend(operation);
            case 20 -> new OperatorDecision.MadeGood(operation, "paid back by hand");
            case 21, 22, 23 -> new OperatorDecision.Compensate();
            default -> new OperatorDecision.Abandon();
        };
    }

    /** People look at what is in review, or has not come to an end, before anything else. */
    private String openOr(String operation) {
        Set<String> open = new LinkedHashSet<>(world.state().reviews().keySet());
        for (OperationState known : world.state().operations().values()) {
            if (known.status() == OperationStatus.UNKNOWN || known.status() == OperationStatus.PENDING) {
                open.add(known.name());
            }
        }
        List<String> names = List.copyOf(open);
        return names.isEmpty() || random.nextInt(4) == 0 ? operation : names.get(random.nextInt(names.size()));
    }

    private String refused(String operation) {
        return world.state().operations().values().stream()
                .filter(known -> known.status() == OperationStatus.REJECTED)
                .map(OperationState::name)
                .findFirst()
                .orElse(operation);
    }

    private long seen() {
        long newest = world.state().version();
        return random.nextInt(5) == 0 ? random.nextInt((int) newest + 2) : newest;
    }

    private boolean isTrue(OperatorDecision decision) {
        if (decision instanceof OperatorDecision.OnOperation on
                && world.definition().operation(on.operation()).isEmpty()) {
            return !isForEach(on.operation());
        } else if (decision instanceof OperatorDecision.ConfirmSucceeded confirmed) {
            return world.at(confirmed.operation()).effects() == 1;
        } else if (decision instanceof OperatorDecision.ConfirmFailed confirmed) {
            return isCertainlyWithoutEffect(confirmed.operation());
        } else if (decision instanceof OperatorDecision.ConfirmNeverRan confirmed) {
            return isCertainlyWithoutEffect(confirmed.operation());
        }
        return true;
    }

    /** Nobody but its items can tell what it came to. */
    private boolean isForEach(String step) {
        return world.definition()
                .step(step)
                .filter(found -> found.body() instanceof ForEachDefinition)
                .isPresent();
    }

    private boolean isCertainlyWithoutEffect(String operation) {
        ScriptedDownstream downstream = world.at(operation);
        Instant deadline = world.state().operation(operation).attempts().deadline();
        Instant now = world.now();
        boolean sent = deadline != null && !now.isAfter(deadline)
                || forgotAt != Instant.MIN && !now.isAfter(forgotAt.plus(LONGEST_INTENT));
        return !sent && downstream.underWay() == 0 && downstream.effects() == 0 && downstream.isSettled();
    }
}
