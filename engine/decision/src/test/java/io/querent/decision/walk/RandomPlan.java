package io.querent.decision.walk;

import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.StepPlan;
import io.querent.decision.world.UndoPlan;
import io.querent.saga.Downstream;
import io.querent.saga.RetryBudget;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaDefinitionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random definitions: whatever the definition check lets through. */
final class RandomPlan {
    private static final int MOST_STEPS = 5;
    private static final List<Duration> WINDOWS =
            List.of(Duration.ZERO, Duration.ofSeconds(20), Duration.ofMinutes(10), Duration.ofMinutes(20));
    private static final List<Duration> RETENTIONS =
            List.of(Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofDays(1));
    private static final List<Duration> LIMITS = List.of(Duration.ofSeconds(5), Duration.ofSeconds(40));

    private final Random random;

    RandomPlan(Random random) {
        this.random = random;
    }

    SagaDefinition<String> build() {
        while (true) {
            try {
                return plan().build();
            } catch (SagaDefinitionException refused) {
                // It could lose money: the next one may be safe.
            }
        }
    }

    private SagaPlan plan() {
        SagaPlan saga = new SagaPlan();
        int steps = 1 + random.nextInt(MOST_STEPS);
        int pivot = chance(30) ? random.nextInt(steps) : steps;
        for (int i = 0; i < steps; i++) {
            saga.add(step(i, pivot));
        }
        return saga;
    }

    private StepPlan step(int number, int pivot) {
        StepPlan step = new StepPlan("s" + number)
                .downstream(downstream("d" + number))
                .retry(retry())
                .queries(queries());
        List<String> after = someOf(number, 50);
        if (after.isEmpty()) {
            step.besideOthers();
        } else {
            step.after(after.toArray(String[]::new));
        }
        if (number == pivot) {
            step.pivot();
        }
        if (number > pivot || chance(10)) {
            step.retriable();
        }
        if (chance(20)) {
            step.local();
        } else if (chance(25)) {
            step.cannotBeQueried();
        }
        if (chance(25)) {
            return step.needsNoUndo();
        }
        return chance(12) ? step : step.undo(undo -> undo(number, undo));
    }

    private UndoPlan undo(int number, UndoPlan undo) {
        undo.downstream(downstream("u" + number)).retry(retry()).queries(queries());
        if (chance(20)) {
            undo.cannotBeQueried();
        }
        return chance(30) ? undo.after(someOf(MOST_STEPS, 20).toArray(String[]::new)) : undo;
    }

    private Downstream downstream(String name) {
        Downstream.Builder profile =
                Downstream.named(name).visibleWithin(oneOf(WINDOWS)).timeLimit(oneOf(LIMITS));
        return (chance(70) ? profile.honoursOperationKey(oneOf(RETENTIONS)) : profile.ignoresOperationKey()).build();
    }

    private RetryBudget retry() {
        Duration within = chance(50) ? Duration.ofMinutes(15) : Duration.ofHours(5);
        return new RetryBudget(1 + random.nextInt(4), within, Duration.ofSeconds(2), Duration.ofMinutes(4));
    }

    private RetryBudget queries() {
        return new RetryBudget(
                1 + random.nextInt(12), Duration.ofMinutes(70), Duration.ofSeconds(1), Duration.ofMinutes(10));
    }

    private List<String> someOf(int steps, int percent) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            if (chance(percent)) {
                names.add("s" + i);
            }
        }
        return names;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
