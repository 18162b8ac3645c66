package io.querent.benchmarks.growth;

/**
 * A point of a curve, to be measured.
 *
 * @param series which line it is on, where a curve has several
 * @param x what has grown so far
 * @param steps of each saga
 */
record Point(String series, double x, int steps, Load load) {}
