/** Load: so many sagas in flight for so long, and how long each of them took. */
@NullMarked
package io.querent.benchmarks.load;

import org.jspecify.annotations.NullMarked;
