/** The payment service's own books, in the engine's database: their writes commit together with the step that makes them. */
@NullMarked
package io.querent.examples.payment.ledger;

import org.jspecify.annotations.NullMarked;
