/** The example's commands. */
@NullMarked
package io.querent.examples.settlement.command;

import org.jspecify.annotations.NullMarked;
