package io.querent.benchmarks.growth;

import java.time.Duration;

/**
 * The shape of the sagas that are run.
 *
 * @param steps in sequence, each a call that succeeds
 * @param inputCharacters of the input's content; about as many bytes are stored
 * @param resultCharacters of each result's content
 * @param callTime how long each call takes
 */
record Job(int steps, int inputCharacters, int resultCharacters, Duration callTime) {
    /** Three steps, an input of about 300 bytes, results of about 100, calls that answer at once. */
    static final Job STANDARD = new Job(3, 260, 70, Duration.ZERO);

    Job withSteps(int number) {
        return new Job(number, inputCharacters, resultCharacters, callTime);
    }

    /** Input and every result of that size. */
    Job withPayloads(int characters) {
        return new Job(steps, characters, characters, callTime);
    }

    Job withCallTime(Duration time) {
        return new Job(steps, inputCharacters, resultCharacters, time);
    }
}
