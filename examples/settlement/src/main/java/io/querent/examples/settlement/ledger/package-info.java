/**
 * The ledger: a service of its own, on a database of its own, that takes effect once for each key by the receiver's means. It knows the
 * settlement service by what that sends, and nothing else of it.
 */
@NullMarked
package io.querent.examples.settlement.ledger;

import org.jspecify.annotations.NullMarked;
