/** What became of the payments, in figures: read from their events, so that a process that was killed loses none of them. */
@NullMarked
package io.querent.examples.payment.report;

import org.jspecify.annotations.NullMarked;
