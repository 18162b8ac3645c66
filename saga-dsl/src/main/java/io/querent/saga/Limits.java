package io.querent.saga;

import java.time.Duration;

/** Bounds of what a definition may say. */
final class Limits {
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private Limits() {}

    static Duration wait(StepSketch<?> step, String method, Duration time) {
        if (time.compareTo(SHORTEST) < 0 || time.compareTo(WaitDefinition.LONGEST) > 0) {
            throw SagaDefinitionException.budget(
                    step.saga,
                    step.name,
                    method + "(" + time + ") must be " + SHORTEST + " to " + WaitDefinition.LONGEST);
        }
        return time;
    }

    static int count(StepSketch<?> step, String method, int number, int most) {
        if (number < 1 || number > most) {
            throw SagaDefinitionException.budget(
                    step.saga, step.name, method + "(" + number + ") must be 1 to " + most);
        }
        return number;
    }
}
