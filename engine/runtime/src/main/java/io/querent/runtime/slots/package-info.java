/**
 * Shares in what a downstream allows: its caps hold for the whole cluster, and each node has some of the slots for as long as its lease
 * on them lasts. Who has how many is decided here, purely; where it is written down is behind a port.
 */
@NullMarked
package io.querent.runtime.slots;

import org.jspecify.annotations.NullMarked;
