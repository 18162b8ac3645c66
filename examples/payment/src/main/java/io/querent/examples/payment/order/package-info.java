/** Payment orders, and the reader of the files they come in. */
@NullMarked
package io.querent.examples.payment.order;

import org.jspecify.annotations.NullMarked;
