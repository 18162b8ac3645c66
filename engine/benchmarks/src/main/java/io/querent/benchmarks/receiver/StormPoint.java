package io.querent.benchmarks.receiver;

/**
 * Operations of other keys, each done for the first time, beside a storm of repeats of one key and without it. Medians of rounds.
 *
 * @param stormPerSecond repeats told in a second
 */
record StormPoint(
        double calmPerSecond,
        double calmP50Millis,
        double calmP99Millis,
        double besidePerSecond,
        double besideP50Millis,
        double besideP99Millis,
        double stormPerSecond) {

    double slowdown() {
        return besideP50Millis / calmP50Millis;
    }
}
