/** Calls to downstreams: caps, circuit breakers, time limits, and the pessimistic reading of what comes back (R1). */
@NullMarked
package io.querent.runtime.call;

import org.jspecify.annotations.NullMarked;
