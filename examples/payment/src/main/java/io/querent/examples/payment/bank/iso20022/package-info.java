/** The messages of ISO 20022 that the bank takes and gives: payment files, what became of them, statements and notifications. */
@NullMarked
package io.querent.examples.payment.bank.iso20022;

import org.jspecify.annotations.NullMarked;
