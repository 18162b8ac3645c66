/** The other processes of a run: bank, ledger and broker, each with its data in a directory of the run's. */
@NullMarked
package io.querent.examples.settlement.site;

import org.jspecify.annotations.NullMarked;
