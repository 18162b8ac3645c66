/** Plain text for terminals and files. */
@NullMarked
package io.querent.examples.payment.text;

import org.jspecify.annotations.NullMarked;
