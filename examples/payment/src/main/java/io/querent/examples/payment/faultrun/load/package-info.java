/** New payments, all the time: orders drawn from a seed, given to one node after another until one says that it has stored them. */
@NullMarked
package io.querent.examples.payment.faultrun.load;

import org.jspecify.annotations.NullMarked;
