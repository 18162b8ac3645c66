/** What a node costs, and how soon it has taken over, where a million sagas wait and thousands were in flight when their node died. */
@NullMarked
package io.querent.benchmarks.recovery;

import org.jspecify.annotations.NullMarked;
