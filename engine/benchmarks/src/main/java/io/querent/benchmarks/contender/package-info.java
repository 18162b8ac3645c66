/** Who runs the job: the engine, and hand-written floors that show what the machine and its database give at all. */
@NullMarked
package io.querent.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
