/** A day with everything killed at random: the parent process that does it, and starts the service again. */
@NullMarked
package io.querent.examples.settlement.storm;

import org.jspecify.annotations.NullMarked;
