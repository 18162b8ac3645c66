/** What grows and what does not: throughput, latency and cost as tables, loads, payloads and sagas get larger. */
@NullMarked
package io.querent.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
