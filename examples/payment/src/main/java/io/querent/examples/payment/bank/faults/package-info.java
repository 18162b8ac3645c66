/**
 * What may go wrong at the bank, how often, and the draw that decides it from seed, key and number of the call alone: the same run
 * meets the same faults however its threads interleave.
 */
@NullMarked
package io.querent.examples.payment.bank.faults;

import org.jspecify.annotations.NullMarked;
