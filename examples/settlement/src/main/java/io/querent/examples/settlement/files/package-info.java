/**
 * Payouts on their way to the bank: operations that run at the same time travel in one payment file, and each is answered by its own line.
 */
@NullMarked
package io.querent.examples.settlement.files;

import org.jspecify.annotations.NullMarked;
