/** Runs the example: the bank's process, the stream of orders, and the watch on what becomes of them. */
@NullMarked
package io.querent.examples.payment.run;

import org.jspecify.annotations.NullMarked;
