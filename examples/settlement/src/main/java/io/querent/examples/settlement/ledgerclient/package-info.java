/** The settlement service's side of the ledger. */
@NullMarked
package io.querent.examples.settlement.ledgerclient;

import org.jspecify.annotations.NullMarked;
