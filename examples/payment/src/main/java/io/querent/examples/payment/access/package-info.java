/** Ways into what a run keeps, for its owner's other commands. */
@NullMarked
package io.querent.examples.payment.access;

import org.jspecify.annotations.NullMarked;
