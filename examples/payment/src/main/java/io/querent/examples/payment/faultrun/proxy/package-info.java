/** Stands between two processes and cuts their connections at chosen moments. */
@NullMarked
package io.querent.examples.payment.faultrun.proxy;

import org.jspecify.annotations.NullMarked;
