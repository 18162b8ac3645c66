/** Other processes of this program: how they are started, kept, and end with whoever started them. */
@NullMarked
package io.querent.examples.payment.process;

import org.jspecify.annotations.NullMarked;
