/** A payment saga against a bank that loses answers. */
@NullMarked
package io.querent.examples.payment;

import org.jspecify.annotations.NullMarked;
