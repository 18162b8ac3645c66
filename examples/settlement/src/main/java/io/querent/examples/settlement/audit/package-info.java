/**
 * Compares what the sagas say with everybody's books, both ways, and the books with each other: the bank's, the ledger's, the bank's
 * statement, the report store's and what came over the broker.
 */
@NullMarked
package io.querent.examples.settlement.audit;

import org.jspecify.annotations.NullMarked;
