/** What goes wrong in a fault run, and when: drawn from the seed first, then done to the site. */
@NullMarked
package io.querent.examples.payment.faultrun.storm;

import org.jspecify.annotations.NullMarked;
