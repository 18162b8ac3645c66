/** The settlement saga's definition: read this first. */
@NullMarked
package io.querent.examples.settlement.saga;

import org.jspecify.annotations.NullMarked;
