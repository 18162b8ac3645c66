/** What is said to the ledger, and what it answers: the bodies of its requests and answers. */
@NullMarked
package io.querent.examples.settlement.ledger.message;

import org.jspecify.annotations.NullMarked;
