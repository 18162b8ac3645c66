/** What goes wrong in a run, on purpose. */
@NullMarked
package io.querent.examples.payment.faults;

import org.jspecify.annotations.NullMarked;
