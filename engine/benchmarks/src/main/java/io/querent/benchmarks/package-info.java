/**
 * Measures the engine beside the limits it is compared with: the command, the rounds, the report and the gate. What is measured
 * is in {@code contender}, how load is made in {@code load}, what the server says in {@code server}.
 */
@NullMarked
package io.querent.benchmarks;

import org.jspecify.annotations.NullMarked;
