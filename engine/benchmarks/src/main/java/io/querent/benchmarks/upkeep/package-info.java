/** What the tables look like after a load: updates that touched no index, dead rows, bytes of heap and index, what autovacuum did. */
@NullMarked
package io.querent.benchmarks.upkeep;

import org.jspecify.annotations.NullMarked;
