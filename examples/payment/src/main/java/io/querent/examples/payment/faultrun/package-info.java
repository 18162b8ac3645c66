/**
 * Fault runs: the payment example on several nodes, with everything going wrong that can be made to go wrong from outside, under load;
 * then the books decide. Start reading at {@code FaultRun}.
 */
@NullMarked
package io.querent.examples.payment.faultrun;

import org.jspecify.annotations.NullMarked;
