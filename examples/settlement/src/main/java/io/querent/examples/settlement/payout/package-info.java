/** What is paid to whom: minor units in, minor units out, and not one lost or made between them. */
@NullMarked
package io.querent.examples.settlement.payout;

import org.jspecify.annotations.NullMarked;
