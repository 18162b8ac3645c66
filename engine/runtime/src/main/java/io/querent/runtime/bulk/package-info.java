/** Carries out bulk jobs: sends their letters at a limited rate, from whatever node has a job's lease. */
@NullMarked
package io.querent.runtime.bulk;

import org.jspecify.annotations.NullMarked;
