/** The event-sourcing shell on Axon Framework. */
@NullMarked
package io.querent.axon;

import org.jspecify.annotations.NullMarked;
