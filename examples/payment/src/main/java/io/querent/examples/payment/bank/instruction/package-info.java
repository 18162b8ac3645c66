/** What customers tell the bank to do, read strictly: what is not understood exactly is refused, never guessed or rounded. */
@NullMarked
package io.querent.examples.payment.bank.instruction;

import org.jspecify.annotations.NullMarked;
