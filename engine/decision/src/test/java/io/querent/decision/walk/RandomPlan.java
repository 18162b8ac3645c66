package io.querent.decision.walk;

import io.querent.decision.world.ItemsPlan;
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
import java.util.Set;

/** Random definitions: whatever the definition check lets through. */
final class RandomPlan {
    /** The code of every refusal in these worlds. */
    static final String CODE = "no-cover";

    private static final int MOST_STEPS = 5;
    private static final List<Duration> WINDOWS =
            List.of(Duration.ZERO, Duration.ofSeconds(20), Duration.ofMinutes(10), Duration.ofMinutes(20));
    private static final List<Duration> RETENTIONS =
            List.of(Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofDays(1));
    private static final List<Duration> LIMITS = List.of(Duration.ofSeconds(5), Duration.ofSeconds(40));
    private static final List<Duration> DEADLINES =
            List.of(Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofHours(2));

    private final Random random;
    private final List<String> choices = new ArrayList<>();

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
        choices.clear();
        SagaPlan saga = new SagaPlan();
        int steps = 1 + random.nextInt(MOST_STEPS);
        int pivot = chance(30) ? random.nextInt(steps) : steps;
        boolean plain = chance(40);
        for (int i = 0; i < steps; i++) {
            addTo(saga, i, pivot, plain || chance(45));
        }
        return chance(plain ? 0 : 15) ? saga.with(builder -> builder.deadline(oneOf(DEADLINES))) : saga;
    }

    private void addTo(SagaPlan saga, int number, int pivot, boolean call) {
        StepPlan place = place(number, pivot);
        if (call) {
            saga.add(operation(number, pivot, place));
        } else if (chance(30)) {
            saga.addForEach(items(), operation(number, pivot, place));
        } else {
            new RandomStep(random, place).addTo(saga);
            choices.add("s" + number);
        }
    }

    private StepPlan place(int number, int pivot) {
        StepPlan step = new StepPlan("s" + number);
        List<String> after = someOf(number, 50);
        if (!choices.isEmpty() && chance(40)) {
            step.when(oneOf(choices), chance(50) ? RandomStep.FIRST : RandomStep.OTHER);
            step.after(after.toArray(String[]::new));
        } else if (after.isEmpty()) {
            step.besideOthers();
        } else {
            step.after(after.toArray(String[]::new));
        }
        if (chance(8)) {
            boolean holds = chance(50);
            step.onlyIf(saga -> holds);
        }
        return number == pivot ? step.pivot() : step;
    }

    private StepPlan operation(int number, int pivot, StepPlan step) {
        step.downstream(downstream("d" + number)).retry(retry()).queries(queries());
        if (number > pivot || chance(10)) {
            step.retriable();
        }
        if (chance(20)) {
            step.local();
        } else if (chance(25)) {
            step.cannotBeQueried();
        }
        if (chance(30)) {
            step.turnsBackWhenReversed();
        }
        if (chance(25)) {
            return step.needsNoUndo();
        } else if (chance(12)) {
            return step;
        }
        if (chance(35)) {
            step.amount("100.00").undo(undo -> undo(number, undo).inParts());
        } else {
            step.undo(undo -> undo(number, undo));
        }
        return chance(25) ? step.orUndo("b", Set.of(CODE), undo -> alternative(number, undo)) : step;
    }

    private ItemsPlan items() {
        List<String> keys = List.of("a", "b", "c", "d").subList(0, random.nextInt(5));
        return new ItemsPlan(saga -> keys, 1 + random.nextInt(3), chance(40));
    }

    private UndoPlan undo(int number, UndoPlan undo) {
        alternative(number, undo);
        return chance(30) ? undo.after(someOf(MOST_STEPS, 20).toArray(String[]::new)) : undo;
    }

    private UndoPlan alternative(int number, UndoPlan undo) {
        undo.downstream(downstream("u" + number)).retry(retry()).queries(queries());
        return chance(20) ? undo.cannotBeQueried() : undo;
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
