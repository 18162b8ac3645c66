/** The payment saga's definition: read this first. */
@NullMarked
package io.querent.examples.payment.saga;

import org.jspecify.annotations.NullMarked;
