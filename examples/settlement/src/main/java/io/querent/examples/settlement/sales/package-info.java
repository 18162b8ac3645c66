/** Merchants and what is sold in their shops: made up from a seed, the same for the same seed. */
@NullMarked
package io.querent.examples.settlement.sales;

import org.jspecify.annotations.NullMarked;
