/** The pure core alone, without threads or database: what deciding, evolving and serialising cost in time and allocation. */
@NullMarked
package io.querent.benchmarks.core;

import org.jspecify.annotations.NullMarked;
