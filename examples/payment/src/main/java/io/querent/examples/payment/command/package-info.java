/** The example's commands. */
@NullMarked
package io.querent.examples.payment.command;

import org.jspecify.annotations.NullMarked;
