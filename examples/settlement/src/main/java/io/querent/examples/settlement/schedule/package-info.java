/** When a business date ends, in the zone where it is declared: dates and instants, no clock. */
@NullMarked
package io.querent.examples.settlement.schedule;

import org.jspecify.annotations.NullMarked;
