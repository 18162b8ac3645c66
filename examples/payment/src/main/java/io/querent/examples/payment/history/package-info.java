/** One payment's history, for people and for programs. */
@NullMarked
package io.querent.examples.payment.history;

import org.jspecify.annotations.NullMarked;
