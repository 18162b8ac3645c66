/** Compares every payment with everybody's books, both ways: the books decide whether the engine told the truth. */
@NullMarked
package io.querent.examples.payment.audit;

import org.jspecify.annotations.NullMarked;
