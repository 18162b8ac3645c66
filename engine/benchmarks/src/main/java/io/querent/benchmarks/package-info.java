/** Measurements of the engine and of the limits it is compared with. */
@NullMarked
package io.querent.benchmarks;

import org.jspecify.annotations.NullMarked;
